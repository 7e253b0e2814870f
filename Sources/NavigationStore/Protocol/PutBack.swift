public import NavigationModel

/// What a claim did because the store is a copy that was put back: nobody may resume on what the
/// copy does not have, and who was shut out since must stay so.
public struct PutBack: Hashable, Sendable {
    /// When the copy was made, in daemon time; `nil` if nobody noted it.
    public let copied: Timestamp?
    /// Scenes that got a new epoch: all of them.
    public let scenes: Int
    /// Devices that were revoked, and users that were removed, since the copy was made, and are
    /// again.
    public let revocations: Int
    /// Open invitations that were dropped: all of them.
    public let invitations: Int

    /// Joins the parts.
    public init(copied: Timestamp?, scenes: Int, revocations: Int, invitations: Int) {
        self.copied = copied
        self.scenes = scenes
        self.revocations = revocations
        self.invitations = invitations
    }
}
