internal import Glibc
internal import POSIX
internal import ZeroMQ

/// The registrations that a ``ReactorLoop`` polls, with their handlers.
///
/// The poll of a socket is that of its descriptor, which libzmq signals for work that nobody has seen
/// yet. Every call on the socket may do that work, so a socket in use is looked at before the loop
/// sleeps; all others cost nothing but their place in the list.
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
    /// The descriptors to poll: the wakeup's, then those of the registrations in their order.
    private var descriptors: [pollfd] = []
    /// The ready registrations of this turn, in their order.
    private var ready: [Registration] = []
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
        ready.removeAll(keepingCapacity: true)
        do throws(ZeroMQError) {
            // With a socket that is ready already, the others are only looked at.
            let timeout = try findReadySockets() ? 0 : timeout
            let count = unsafe Glibc.poll(
                &descriptors, nfds_t(descriptors.count), Int32(clamping: timeout))
            if count < 0 {
                descriptors[0].revents = 0
                return errno == EINTR ? .interrupted : .failed
            }
            for (index, registration) in registrations.enumerated() {
                try registration.findEvents(polled: descriptors[index + 1].revents)
                if !registration.ready.isEmpty { ready.append(registration) }
            }
            return .ready
        } catch {
            descriptors[0].revents = 0
            ready.removeAll(keepingCapacity: true)
            return .failed
        }
    }

    /// Looks at the sockets that were used; returns whether one of them is ready.
    private func findReadySockets() throws(ZeroMQError) -> Bool {
        var isOneReady = false
        for registration in registrations where try registration.findEvents() { isOneReady = true }
        return isOneReady
    }

    /// Calls the handler of each ready source, once.
    func dispatch() {
        if descriptors[0].revents != 0 { wakeup.drain() }
        // Handlers may change the set; the next turn sees it.
        for registration in ready { registration.call() }
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
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(
            pollfd(fd: wakeup.fileDescriptor, events: Int16(POLLIN), revents: 0))
        for registration in registrations { descriptors.append(registration.polled()) }
        isStale = false
    }
}
