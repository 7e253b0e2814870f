package import NavigationModel

/// A partition of the users, which has one owner at a time: the unit by which the nodes of a fleet
/// share their users.
///
/// A user's shard is the number in the first 12 bits of the SHA-256 of its name in UTF-8. It never
/// changes, and any program can compute it; in PostgreSQL:
///
/// ```sql
/// SELECT get_byte(h, 0) * 16 + get_byte(h, 1) / 16 FROM sha256(convert_to(name, 'UTF8')) AS h
/// ```
package struct Shard: Hashable, Comparable, Sendable {
    /// The number, 0 to 4,095.
    package let number: Int

    /// The number of shards: many for a node, so that a share can be any part of them, and few
    /// enough to list all.
    package static let count = 4_096

    /// The shard of a user. Costs a hash of its name.
    package init(of user: UserID) {
        number = Int(Digest(hashing: Array(user.rawValue.utf8)).firstLane >> 52)
    }

    /// The shard of a number; `nil` if there is none.
    package init?(number: Int) {
        guard (0..<Shard.count).contains(number) else { return nil }
        self.number = number
    }

    /// Orders shards by number.
    package static func < (left: Shard, right: Shard) -> Bool { left.number < right.number }
}

extension Set<Shard> {
    /// All shards.
    package static let all = Set((0..<Shard.count).compactMap(Shard.init(number:)))
}
