public import NavigationModel

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

    /// Joins the parts.
    public init(name: UserID, uid: UInt32?, added: Timestamp, removed: Timestamp? = nil) {
        self.name = name
        self.uid = uid
        self.added = added
        self.removed = removed
    }
}
