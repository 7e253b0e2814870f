internal import POSIX
internal import ZeroMQ
internal import CZeroMQ
internal import Glibc

/// The registrations that a ``ReactorLoop`` polls, with their handlers.
@safe
final class PollSet {
    /// The outcome of polling.
    enum Outcome {
        /// With events, or at the timeout.
        case ready
        /// By a signal.
        case interrupted
        /// Something polled can't be.
        case failed
    }

    private let wakeup: WakeupFD
    private var registrations: [Registration] = []
    /// The items that libzmq polls: the bell, then the registrations in their order.
    private var items: [zmq_pollitem_t] = unsafe []
    private var isStale = true

    /// A set of `wakeup` alone.
    init(wakeup: WakeupFD) {
        self.wakeup = wakeup
    }

    /// Adds a registration; it replaces one of the same source.
    func insert(_ registration: Registration) {
        remove(registration.source)
        registrations.append(registration)
        isStale = true
    }

    /// Returns the registration of a source, if it has one.
    func registration(of source: Registration.Source) -> Registration? {
        registrations.first { $0.source == source }
    }

    /// Changes what a source is polled for; nothing without a registration.
    func update(_ source: Registration.Source, events: PollEvents) {
        guard let registration = registration(of: source) else { return }
        registration.events = events
        isStale = true
    }

    /// Ends the registration of a source, at once, also in the middle of a turn.
    func remove(_ source: Registration.Source) {
        guard let index = registrations.firstIndex(where: { $0.source == source }) else { return }
        registrations.remove(at: index).end()
        isStale = true
    }

    /// Ends all registrations.
    func removeAll() {
        let ended = registrations
        registrations = []
        isStale = true
        for registration in ended { registration.end() }
    }

    /// Polls until a source is ready, at most `timeout` milliseconds.
    func poll(timeout: Int) -> Outcome {
        if isStale { rebuild() }
        let count = unsafe zmq_poll(&items, Int32(items.count), timeout)
        if count >= 0 { return .ready }
        let code = zmq_errno()
        // No item has a result of this turn.
        for index in unsafe items.indices { unsafe items[index].revents = 0 }
        return code == EINTR ? .interrupted : .failed
    }

    /// Calls the handler of each ready source, once.
    func dispatch() {
        if unsafe items[0].revents != 0 { wakeup.drain() }
        guard !registrations.isEmpty, !isStale else { return }
        // Handlers may change the set: they change another copy, and the next turn sees it.
        let (current, ready) = unsafe (registrations, items)
        for (index, registration) in current.enumerated() {
            let events = unsafe PollEvents(rawValue: ready[index + 1].revents)
            if !events.isEmpty { registration.call(events) }
        }
    }

    /// Ends the registrations of sockets that can't be polled any more, and reports it to their
    /// handlers; returns whether there was one.
    func dropFailed() -> Bool {
        let failed = registrations.filter(\.isFailed)
        for registration in failed {
            let handler = registration.handler
            remove(registration.source)
            handler?(.failed)
        }
        return !failed.isEmpty
    }

    private func rebuild() {
        unsafe items.removeAll(keepingCapacity: true)
        unsafe items.append(
            zmq_pollitem_t(
                socket: nil, fd: wakeup.fileDescriptor, events: PollEvents.readable.rawValue,
                revents: 0))
        for registration in registrations { unsafe items.append(registration.item) }
        isStale = false
    }
}
