internal import CPOSIX
internal import Glibc
internal import NavigationJSON
internal import POSIX

/// The events that wait for the program, and the descriptor that says so.
///
/// Each producer has at most one event here: it goes on once the event is taken, so that the queue is
/// as long as there are producers, and what comes meanwhile is combined by the mirror.
final class EventQueue: Sendable {
    /// An event that is encoded on the thread that takes it.
    struct Event: Sendable {
        private let encode: @Sendable () throws -> JSON

        init(_ encode: @escaping @Sendable () throws -> JSON) {
            self.encode = encode
        }

        /// The object of the event.
        var json: JSON { get throws { try encode() } }
    }

    private struct State {
        var waiting: [(event: Event, producer: CheckedContinuation<Bool, Never>)] = []
        var isClosed = false
    }

    private let state = Locked(State())
    private let file: FileDescriptor

    init() throws(FileError) {
        let number = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
        guard number >= 0 else { throw FileError("create", "an eventfd") }
        file = FileDescriptor(number, named: "an eventfd")
    }

    /// The descriptor: readable while events wait.
    var descriptor: CInt { file.number }

    /// Adds an event, and suspends until it is taken; returns `false` if the queue is closed.
    func offer(_ event: Event) async -> Bool {
        await withCheckedContinuation { producer in
            let isAdded = state.withLock { state in
                guard !state.isClosed else { return false }
                state.waiting.append((event, producer))
                return true
            }
            guard isAdded else { return producer.resume(returning: false) }
            while eventfd_write(descriptor, 1) != 0, errno == EINTR {}
        }
    }

    /// Makes the descriptor unreadable; returns the number of events to take. It becomes readable
    /// again with the next event.
    func begin() -> Int {
        var count: UInt64 = 0
        while unsafe eventfd_read(descriptor, &count) != 0, errno == EINTR {}
        return state.withLock { $0.waiting.count }
    }

    /// Takes the oldest event; returns `nil` if there is none.
    func take() -> Event? {
        let first = state.withLock { state in
            state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        first?.producer.resume(returning: true)
        return first?.event
    }

    /// Drops the events, and ends the producers.
    func close() {
        let dropped = state.withLock { state in
            defer { state.waiting = [] }
            state.isClosed = true
            return state.waiting
        }
        for (_, producer) in dropped { producer.resume(returning: false) }
    }
}
