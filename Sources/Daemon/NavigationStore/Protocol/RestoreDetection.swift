package import NavigationModel

/// The measures of a claim after the store was found to be a restored copy: no mirror may resume on
/// commits that the copy does not have, and revocations since the copy stay in force.
package struct RestoreDetection: Hashable, Sendable {
    /// The time when the copy was made, in daemon time; `nil` if it was not recorded.
    package let copied: Timestamp?
    /// The path of the original database, if that is in use or may be: then the copy has become a
    /// store of its own. `nil` for one that has replaced its original.
    package let original: String?
    /// The number of scenes with a new epoch: all of them.
    package let scenes: Int
    /// The number of devices revoked, and users removed, since the copy was made, and now again.
    package let revocations: Int
    /// The number of dropped open invitations: all of them.
    package let invitations: Int

    /// Joins the parts.
    package init(
        copied: Timestamp?, original: String? = nil, scenes: Int, revocations: Int, invitations: Int
    ) {
        self.copied = copied
        self.original = original
        self.scenes = scenes
        self.revocations = revocations
        self.invitations = invitations
    }
}
