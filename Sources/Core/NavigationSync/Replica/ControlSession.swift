internal import NavigationModel
internal import NavigationWire

/// A mirror's connection on control: what the daemon has granted, what it owes, and when to
/// retry.
struct ControlSession: Sendable {
    /// A Boolean value indicating whether there is a connection.
    var isConnected = false
    /// The daemon's reply to hello; `nil` while there is no session.
    var welcome: Welcome?
    /// The device's role, as last received.
    var role = Role.full
    /// The requests without a reply.
    var requests = OutstandingRequests()
    /// The earliest time for another request that the daemon may answer with busy, by its
    /// retry-after.
    private(set) var retryNotBefore: Duration = .zero
    /// The number of the daemon's refusals of this client in a row, and the time of the next retry.
    private var refusals: (count: Int, due: Duration) = (0, .zero)
    private var lastTick: Duration?
    private var lastPresence: Duration = .zero

    /// Ends the session; the pace of retries stays.
    mutating func end() {
        requests.removeAll()
        welcome = nil
    }

    // MARK: Retries

    /// Postpones requests after the daemon was busy, with random jitter of up to half of the wait,
    /// different each time and for each device: clients that back off at one moment don't return at
    /// one.
    mutating func backOff(for wait: Duration, device: DeviceID, at now: Duration) {
        let mixed = (device.low ^ requests.lastID) &* 0x9E37_79B9_7F4A_7C15
        let spread = wait + wait * Double(mixed >> 40) / Double(1 << 25)
        retryNotBefore = now + min(spread, MirrorLimits.longestBusyBackoff)
    }

    /// Returns a Boolean value indicating whether the daemon's retry-after has passed.
    func mayRequest(at now: Duration) -> Bool { retryNotBefore <= now }

    /// Postpones the next hello after a refusal: twice as long for each permanent one in a row.
    mutating func refused(isTransient: Bool, at now: Duration) {
        let count = isTransient ? 0 : refusals.count + 1
        let pause = MirrorLimits.refusedBackoff * (1 << min(max(0, count - 1), 6))
        let due = now + min(pause, MirrorLimits.longestRefusedBackoff)
        refusals = (count, max(due, retryNotBefore))
    }

    /// Begins with the shortest backoff again.
    mutating func accepted() { refusals = (0, .zero) }

    /// The time when a refused client says hello again; `nil` without a connection, or while it has
    /// requests outstanding.
    var helloDue: Duration? { isConnected && requests.isEmpty ? refusals.due : nil }

    // MARK: Time

    /// Records a tick; returns a Boolean value indicating whether the process stood still before it
    /// (suspended, stopped): then replies are late for that reason, and are awaited anew.
    mutating func ticked(at now: Duration) -> Bool {
        let pause = lastTick.map { now - $0 } ?? .zero
        lastTick = now
        guard pause > MirrorLimits.standstill else { return false }
        requests.restart(at: now)
        return true
    }

    /// Records that the daemon has just told of its heads.
    mutating func presenceSent(at now: Duration) { lastPresence = now }

    /// Makes the next presence due with the next tick.
    mutating func presenceFailed(at now: Duration) {
        lastPresence = now - MirrorLimits.presenceInterval + MirrorLimits.tick
    }

    /// Returns a Boolean value indicating whether the last presence is this long ago.
    func isPresenceDue(every interval: Duration, at now: Duration) -> Bool {
        now - lastPresence >= interval && mayRequest(at: now)
    }
}
