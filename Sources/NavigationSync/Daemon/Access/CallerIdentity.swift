internal import NavigationModel
internal import NavigationWire

/// The caller behind a connection, as far as the registry tells.
enum CallerIdentity: Hashable, Sendable {
    /// A local user who may act for others: root, and the one whom the daemon runs as.
    case administrator(uid: UInt32)
    /// A local user who is a user.
    case localUser(UserID)
    /// A device by its key.
    case device(RegisteredDevice, of: UserID)
    /// Somebody who is invited, and may pair.
    case invitee(InvitationID)
}

/// Why a request is not served now.
enum RequestError: Error {
    /// Something has to be read first.
    case needs(Dependency)
    /// It is not to be served, by what the registry has of a user, which may not be on disk yet.
    case refused(Failure, showing: UserID? = nil)
}

/// The knowledge that a request may have to wait for.
enum Dependency: Hashable, Sendable {
    /// The registry's rows of a user.
    case account(UserID)
    /// Whose a principal is.
    case owner(Principal)
    /// The names of all users, from which the nearest to a wrong one is told.
    case users
    /// A scene, for a call that concerns all of a user's.
    case scene(SceneKey)
}
