internal import NavigationModel
internal import NavigationWire

/// The caller behind a connection, as far as the registry knows it.
enum CallerIdentity: Hashable, Sendable {
    /// A local user with authority over other users: root, and the one that the daemon runs as.
    case administrator(uid: UInt32)
    /// A local user who is a user.
    case localUser(UserID)
    /// A device by its key.
    case device(RegisteredDevice, of: UserID)
    /// The holder of an invitation, who may pair.
    case invitee(InvitationID)
}

/// A reason for not serving a request now.
enum RequestError: Error {
    /// A dependency has to be read first.
    case needs(Dependency)
    /// The request is refused by a user's registry rows, which may not be durable yet.
    case refused(Failure, showing: UserID? = nil)
}

/// The knowledge that a request may be blocked on.
enum Dependency: Hashable, Sendable {
    /// A user's registry rows.
    case account(UserID)
    /// The owner of a principal.
    case owner(Principal)
    /// The names of all users, for suggesting the nearest one to a misspelled name.
    case users
    /// A scene, for a call about all scenes of a user.
    case scene(SceneKey)
}
