internal import DequeModule

/// A short-lived cache of local users without a user: a flood of theirs must not become one of
/// reads.
struct UnknownUIDCache: Sendable {
    private var known: Set<UInt32> = []
    /// The same, by the time of their end: all are kept for the same time. Nothing waits for that,
    /// so it is no deadline.
    private var ends: Deque<(uid: UInt32, time: Duration)> = []

    /// The lifetime of an entry. A user assigned by this daemon is known at once.
    private static let memory = Duration.seconds(1)
    /// The most entries; further uids are read from the store each time.
    private static let limit = 1_024

    /// Returns a Boolean value indicating whether the store recently had no user for a uid.
    func contains(_ uid: UInt32) -> Bool { known.contains(uid) }

    /// Records that the store has no user for a uid.
    mutating func note(_ uid: UInt32, at now: Duration) {
        guard known.count < Self.limit, known.insert(uid).inserted else { return }
        ends.append((uid, now + Self.memory))
    }

    /// Drops the entries whose lifetime has ended.
    mutating func expire(at now: Duration) {
        while let oldest = ends.first, oldest.time <= now {
            ends.removeFirst()
            known.remove(oldest.uid)
        }
    }

    /// Drops all entries.
    mutating func forgetAll() {
        known = []
        ends = []
    }
}
