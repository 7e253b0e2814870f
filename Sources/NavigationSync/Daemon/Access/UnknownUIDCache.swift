/// Local users who are nobody's, for a moment: a flood of theirs is not to become one of reads.
struct UnknownUIDCache: Sendable {
    private var known: [UInt32: Duration] = [:]

    /// How long the store's word counts. Whoever is given to a user by this daemon is known at once.
    private static let memory = Duration.seconds(1)
    /// So many are remembered; of further ones the store is asked each time.
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
