internal import DequeModule
internal import NavigationWire

/// The counts that the sockets of a daemon share: how many connections stand, and whose they are.
///
/// Whose a connection is, is known of its handshake at once, but which connection that was only when
/// something comes by it. Until then the handshake counts for a connection that stands, at most as
/// long as one may stay silent (``ServerLimits/silence``): so whoever lets its connections be silent,
/// or leaves again without a word, has no more of them than others, and never one too many.
final class ConnectionCounter {
    /// Connections that stand, introduced or not.
    var count = 0
    /// Handshakes that the ZAP handler has let pass.
    private(set) var handshakes: UInt64 = 0

    private let limits: ServerLimits
    /// The connections of each that stand, by all that is known.
    private var counts: [Principal: Int] = [:]
    /// The handshakes that were let pass and by whose connection nothing has come.
    private var silent: [UInt64: Principal] = [:]
    /// The same in their order, with those that are silent no more, and when each counts no longer.
    private var ends: Deque<(handshake: UInt64, end: ContinuousClock.Instant)> = []

    /// Nobody is connected, and no more will be than these limits allow.
    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    /// Names the connection of a handshake that is let pass; `nil` if it would be one too many of
    /// whoever it is.
    func admit(
        _ principal: Principal, from origin: String = "", at now: ContinuousClock.Instant
    ) -> ConnectionName? {
        while let first = ends.first, first.end <= now {
            ends.removeFirst()
            if let gone = silent.removeValue(forKey: first.handshake) { uncount(gone) }
        }
        guard counts[principal, default: 0] < limits.connections(of: principal) else { return nil }
        counts[principal, default: 0] += 1
        handshakes += 1
        silent[handshakes] = principal
        ends.append((handshakes, now + limits.silence))
        return ConnectionName(principal, handshake: handshakes, origin: origin)
    }

    /// Something came for the first time by the connection of this name.
    func hear(_ name: ConnectionName) {
        guard silent.removeValue(forKey: name.handshake) == nil else { return }
        counts[name.principal, default: 0] += 1
    }

    /// A connection has ended of which it had been heard.
    func lose(_ name: ConnectionName) {
        uncount(name.principal)
    }

    private func uncount(_ principal: Principal) {
        guard let count = counts[principal] else { return }
        counts[principal] = count > 1 ? count - 1 : nil
    }
}
