public import NavigationModel

/// The measures of a claim because the store is a copy that was put back: nobody may resume on what
/// the copy does not have, and who was shut out since must stay so.
public struct RestoreDetection: Hashable, Sendable {
    /// The time when the copy was made, in daemon time; `nil` if nobody noted it.
    public let copied: Timestamp?
    /// The database that it is a copy of, if that is in use or may be: then the copy has become a store of
    /// its own. `nil` for one that took its original's place.
    public let original: String?
    /// Scenes that got a new epoch: all of them.
    public let scenes: Int
    /// Devices that were revoked, and users that were removed, since the copy was made, and are
    /// again.
    public let revocations: Int
    /// Open invitations that were dropped: all of them.
    public let invitations: Int

    /// Joins the parts.
    public init(
        copied: Timestamp?, original: String? = nil, scenes: Int, revocations: Int, invitations: Int
    ) {
        self.copied = copied
        self.original = original
        self.scenes = scenes
        self.revocations = revocations
        self.invitations = invitations
    }
}
