internal import POSIX
internal import ZeroMQ
internal import CZeroMQ

/// One source of events, and its handler.
final class Registration {
    /// A source of events.
    enum Source: Equatable {
        case socket(Socket)
        case fileDescriptor(Int32)

        /// Returns whether both are the same object or number.
        static func == (left: Source, right: Source) -> Bool {
            switch (left, right) {
            case (.socket(let left), .socket(let right)): left === right
            case (.fileDescriptor(let left), .fileDescriptor(let right)): left == right
            case (.socket, .fileDescriptor), (.fileDescriptor, .socket): false
            }
        }
    }

    /// The source that is polled; a socket is kept alive.
    let source: Source
    /// The events to poll for.
    var events: PollEvents
    /// The handler; `nil` when the registration has ended.
    private(set) var handler: ((PollEvents) -> Void)?

    /// A registration that takes effect at the next turn.
    init(_ source: Source, events: PollEvents, handler: @escaping (PollEvents) -> Void) {
        self.source = source
        self.events = events
        self.handler = handler
    }

    /// Calls the handler, unless the registration ended since the events came.
    func call(_ ready: PollEvents) {
        handler?(ready)
    }

    /// Ends it: the handler is released, and not called again.
    func end() {
        handler = nil
        if case .socket(let socket) = source { socket.poller = nil }
    }

    /// The item for libzmq to poll.
    var item: zmq_pollitem_t {
        switch source {
        case .socket(let socket):
            // A closed socket is unregistered by its close, so it has a handle here.
            unsafe zmq_pollitem_t(
                socket: try? socket.openHandle("poll"), fd: -1, events: events.rawValue, revents: 0)
        case .fileDescriptor(let descriptor):
            unsafe zmq_pollitem_t(
                socket: nil, fd: descriptor, events: events.rawValue, revents: 0)
        }
    }

    /// A Boolean value indicating whether the source is a socket whose context has ended.
    var isFailed: Bool {
        guard case .socket(let socket) = source else { return false }
        return (try? socket.readyEvents()) == nil
    }
}
