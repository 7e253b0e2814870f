internal import NavigationModel
internal import NavigationWire

/// An action that follows a registry change once that is durable.
enum PostCommitAction: Sendable {
    /// Devices were revoked.
    case revoked([RegisteredDevice], of: UserID)
    /// A user was removed.
    case removed(UserID)
    /// A device's role has changed.
    case roleChanged(of: UserID)
    /// A scene was removed.
    case erased(SceneKey)
    /// A device has left permanently.
    case left(DeviceID, of: UserID)
    /// An invitation was withdrawn.
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
