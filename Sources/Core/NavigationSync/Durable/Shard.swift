package import NavigationModel
package import NavigationWire

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
    package static let count = ShardRange.all.count

    /// The shard of a user. Costs a hash of its name.
    package init(of user: UserID) {
        self.init(hashing: Array(user.rawValue.utf8))
    }

    /// The shard of any bytes, as a user's is that of its name.
    package init(hashing bytes: [UInt8]) {
        number = Int(Digest(hashing: bytes).firstLane >> 52)
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

extension InvitationID {
    /// Returns a fresh id, whose last 12 bits are the shard of its user: so no two users of different
    /// shards have the same one, wherever their invitations are kept.
    package static func random(
        of shard: Shard, using generator: inout some RandomNumberGenerator
    ) -> InvitationID {
        let number = max(InvitationID.random(using: &generator).rawValue >> 12, 1)
        return InvitationID(rawValue: number << 12 | UInt64(shard.number))
    }

    /// The shard of its user, of an id made by ``random(of:using:)``.
    package var shard: Shard? { Shard(number: Int(rawValue & 0xfff)) }
}
