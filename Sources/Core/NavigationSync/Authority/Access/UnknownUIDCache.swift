/// A short-lived cache of local users without a user: a flood of theirs must not become one of
/// reads.
struct UnknownUIDCache: Sendable {
    private var known: [UInt32: Duration] = [:]

    /// The lifetime of an entry. A user assigned by this daemon is known at once.
    private static let memory = Duration.seconds(1)
    /// The most entries; further uids are read from the store each time.
    private static let limit = 1_024

    func contains(_ uid: UInt32) -> Bool { known[uid] != nil }

    mutating func note(_ uid: UInt32, at now: Duration) {
        guard known.count < Self.limit else { return }
        known[uid] = now + Self.memory
    }

    mutating func expire(at now: Duration) {
        guard known.contains(where: { $0.value <= now }) else { return }
        known = known.filter { $0.value > now }
    }

    mutating func forgetAll() {
        known = [:]
    }
}
