public import NavigationModel
public import NavigationWire

/// A new value of a registry row; it is part of a batch, and becomes durable with the commits
/// beside it or not at all.
public enum RegistryChange: Hashable, Sendable {
    /// Insert or update a user.
    case user(RegisteredUser)
    /// Insert or update a device of a user; `former` is its old value, if no more than its name and
    /// role change.
    case device(RegisteredDevice, of: UserID, former: RegisteredDevice? = nil)
    /// Insert or update an invitation of a user.
    case invitation(Invitation, of: UserID)
    /// Delete an invitation.
    case forget(InvitationID, of: UserID)
    /// Deregister a device of a user, which may come back as a new one; its receipts are deleted,
    /// too, if it never comes back.
    case release(RegisteredDevice, of: UserID, forGood: Bool)
    /// Erase one scene, with its log and receipts; `epoch` is that of the log, if it can be read.
    case eraseScene(SceneKey, epoch: Epoch?, by: Attribution)
    /// Replace one scene and its log by a healed state; the receipts stay.
    case heal(SceneKey, HealedScene, by: Attribution)
    /// Erase all scenes of a user, with their logs and receipts.
    case erase(UserID)
}
