internal import NavigationModel
internal import NavigationWire

/// What follows from a change of the registry, once it is durable and not before.
enum PostCommitAction: Sendable {
    /// Devices have lost their access.
    case revoked([RegisteredDevice], of: UserID)
    /// A user is no longer there.
    case removed(UserID)
    /// What a device may do is another than it was told.
    case roleChanged(of: UserID)
    /// A scene is no longer there.
    case erased(SceneKey)
    /// A device has ended for good.
    case left(DeviceID, of: UserID)
    /// An invitation was taken back.
    case withdrawn(InvitationID, of: UserID)

    var user: UserID {
        switch self {
        case .revoked(_, let user), .removed(let user), .roleChanged(let user),
            .left(_, let user), .withdrawn(_, let user):
            user
        case .erased(let key): key.user
        }
    }
}
