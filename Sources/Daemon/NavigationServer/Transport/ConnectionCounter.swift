internal import DequeModule
internal import NavigationWire

/// The counts that the sockets of a daemon share: of connections, and of those of each principal.
///
/// A handshake identifies its principal at once, but its connection only with the first message on
/// it. Until then the handshake counts as a connection, at most for the time that one may stay
/// idle (``ServerLimits/idleTimeout``): so a client whose connections are idle, or are closed
/// without a message, has no more of them than others, and never one too many.
final class ConnectionCounter {
    /// The number of established connections, identified or not.
    var count = 0
    /// The number of handshakes that the ZAP handler has accepted.
    private(set) var handshakes: UInt64 = 0

    private let limits: ServerLimits
    /// The number of connections of each principal, as far as known.
    private var counts: [Principal: Int] = [:]
    /// The accepted handshakes without a message on their connection.
    private var idle: [UInt64: Principal] = [:]
    /// The same in their order, with those that are no longer idle, and the time when each
    /// expires.
    private var ends: Deque<(handshake: UInt64, end: ContinuousClock.Instant)> = []

    /// Creates a counter without connections, with these limits.
    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    /// Accepts a handshake and returns the name of its connection; `nil` if the principal has
    /// reached its limit.
    func admit(
        _ principal: Principal, from origin: String = "", at now: ContinuousClock.Instant
    ) -> ConnectionName? {
        while let first = ends.first, first.end <= now {
            ends.removeFirst()
            if let expired = idle.removeValue(forKey: first.handshake) { uncount(expired) }
        }
        guard counts[principal, default: 0] < limits.connections(of: principal) else { return nil }
        counts[principal, default: 0] += 1
        handshakes += 1
        idle[handshakes] = principal
        ends.append((handshakes, now + limits.idleTimeout))
        return ConnectionName(principal, handshake: handshakes, origin: origin)
    }

    /// Records the first message on the connection of this name.
    func recordMessage(_ name: ConnectionName) {
        guard idle.removeValue(forKey: name.handshake) == nil else { return }
        counts[name.principal, default: 0] += 1
    }

    /// Records the end of a connection that had sent a message.
    func recordEnd(_ name: ConnectionName) {
        uncount(name.principal)
    }

    private func uncount(_ principal: Principal) {
        guard let count = counts[principal] else { return }
        counts[principal] = count > 1 ? count - 1 : nil
    }
}

/// A rate limit: a burst at once, and one event in each interval in the long run.
struct IntervalLimiter {
    private let interval: Duration
    private let burst: Int
    /// The time when the full burst is available again.
    private var rested: ContinuousClock.Instant

    /// Creates a limiter that has counted nothing by `now`.
    init(interval: Duration, burst: Int, at now: ContinuousClock.Instant = .now) {
        self.interval = interval
        self.burst = burst
        rested = now
    }

    /// Counts one event; returns `false` if it exceeds the rate, and is not counted.
    mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
        let begin = max(rested, now)
        guard begin - now <= interval * (burst - 1) else { return false }
        rested = begin + interval
        return true
    }
}
