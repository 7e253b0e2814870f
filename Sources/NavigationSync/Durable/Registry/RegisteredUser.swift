public import NavigationModel
public import NavigationWire

/// A user in the registry.
public struct RegisteredUser: Hashable, Sendable {
    /// The name.
    public let name: UserID
    /// The local user who it is; `nil` for none. No two users that are there have the same.
    public var uid: UInt32?
    /// Since when, in daemon time.
    public let added: Timestamp
    /// Since when it no longer is; `nil` if it is.
    public var removed: Timestamp?
    /// The actor of its addition, or of its being given a local user; `nil` if that is not known.
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
