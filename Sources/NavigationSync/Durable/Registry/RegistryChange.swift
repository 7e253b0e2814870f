public import NavigationModel
public import NavigationWire

/// One row of the registry as it will be; what becomes of a batch decides about it as about the
/// commits beside it.
public enum RegistryChange: Hashable, Sendable {
    /// A user is there, as it is now.
    case user(RegisteredUser)
    /// A device of a user is there, as it is now; `former` is what is changed about it, if no more
    /// than its name and role are.
    case device(RegisteredDevice, of: UserID, former: RegisteredDevice? = nil)
    /// An invitation of a user is there, as it is now.
    case invitation(Invitation, of: UserID)
    /// An invitation is forgotten.
    case forget(InvitationID, of: UserID)
    /// A device has no place among those of a user any more, and may come back as one that is new;
    /// what its changes came to is forgotten, too, if it never comes back.
    case release(RegisteredDevice, of: UserID, forGood: Bool)
    /// One scene is erased, with its history and what changes came to; `epoch` is that of the history, if
    /// it can be read.
    case eraseScene(SceneKey, epoch: Epoch?, by: Attribution)
    /// A state takes the place of one scene and its history; what changes came to stays.
    case heal(SceneKey, HealedScene, by: Attribution)
    /// All scenes of a user are erased, with their history and what changes came to.
    case erase(UserID)
}
