internal import Glibc
internal import POSIX
internal import ZeroMQ

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
    /// The events, of those polled for, that the source was found ready for in this turn.
    private(set) var ready = PollEvents()
    /// The handler; `nil` when the registration has ended.
    private(set) var handler: ((PollEvents) -> Void)?

    /// A registration that takes effect at the next turn.
    init(_ source: Source, events: PollEvents, handler: @escaping (PollEvents) -> Void) {
        self.source = source
        self.events = events
        self.handler = handler
    }

    /// Calls the handler, unless the registration ended since the events came.
    func call() {
        handler?(ready)
    }

    /// Ends it: the handler is released, and not called again.
    func end() {
        handler = nil
        if case .socket(let socket) = source { socket.poller = nil }
    }

    /// Returns the item for the system to poll, when the set of registrations has changed.
    func polled() -> pollfd {
        switch source {
        case .socket(let socket):
            // Nothing is known about a socket that is new here, or polled for other events than
            // before. One whose context has ended has no descriptor, and fails when it is looked at.
            socket.quiet = nil
            let descriptor = (try? socket.get(.fileDescriptor)) ?? -1
            return pollfd(fd: Int32(descriptor), events: Int16(POLLIN), revents: 0)
        case .fileDescriptor(let descriptor):
            let isRead = events.contains(.readable) ? POLLIN : 0
            let isWritten = events.contains(.writable) ? POLLOUT : 0
            return pollfd(fd: descriptor, events: Int16(isRead | isWritten), revents: 0)
        }
    }

    /// Finds the events, of those polled for, that a socket is ready for, and returns whether there
    /// is one. It is queried only if it was used since it had none.
    @discardableResult
    func findEvents() throws(ZeroMQError) -> Bool {
        // Not a literal, whose elements are added one by one, by code for any kind of set.
        ready = PollEvents()
        guard case .socket(let socket) = source else { return false }
        if let quiet = socket.quiet, events.isSubset(of: quiet) { return false }
        ready = try socket.readyEvents().intersection(events)
        if ready.isEmpty { socket.quiet = events }
        return !ready.isEmpty
    }

    /// Finds the events, of those polled for, that the source is ready for, by what the system says
    /// about its descriptor: after ``findEvents()``.
    func findEvents(polled: Int16) throws(ZeroMQError) {
        guard polled != 0 else { return }
        switch source {
        case .socket(let socket):
            guard ready.isEmpty else { return }
            socket.quiet = nil
            try findEvents()
        case .fileDescriptor:
            let result = Int32(polled)
            if result & POLLIN != 0 { ready.insert(.readable) }
            if result & POLLOUT != 0 { ready.insert(.writable) }
            if result & ~(POLLIN | POLLOUT) != 0 { ready.insert(.failed) }
        }
    }

    /// A Boolean value indicating whether the source is a socket whose context has ended.
    var isFailed: Bool {
        guard case .socket(let socket) = source else { return false }
        return (try? socket.readyEvents()) == nil
    }
}
