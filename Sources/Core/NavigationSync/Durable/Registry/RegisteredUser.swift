public import NavigationModel
public import NavigationWire

/// A user in the registry.
public struct RegisteredUser: Hashable, Sendable {
    /// The name.
    public let name: UserID
    /// Its local user; `nil` for none. No two existing users have the same.
    public var uid: UInt32?
    /// The time of its addition, in daemon time.
    public let added: Timestamp
    /// The time of its removal; `nil` if it exists.
    public var removed: Timestamp?
    /// The actor of its addition, or of its assignment to a local user; `nil` if that is not known.
    public var addedBy: Attribution?
    /// The actor of its removal.
    public var removedBy: Attribution?

    /// Joins the parts.
    public init(
        name: UserID, uid: UInt32?, added: Timestamp, removed: Timestamp? = nil,
        addedBy: Attribution? = nil, removedBy: Attribution? = nil
    ) {
        self.addedBy = addedBy
        self.removedBy = removedBy
        self.name = name
        self.uid = uid
        self.added = added
        self.removed = removed
    }
}
