public import NavigationWire

/// The kind of a request, without what it is about.
public enum RequestKind: Int, Hashable, Sendable, CaseIterable {
    /// Introduces a device.
    case hello
    /// Asks for what is missing.
    case sync
    /// Fetches a part of a snapshot.
    case snapshotPart
    /// Hands over a change.
    case submit
    /// Says that a device is there.
    case presence
    /// Reads the log.
    case history
    /// Asks how the daemon is.
    case status
    /// Asks for an earlier state.
    case state
    /// Has everything checked.
    case audit
    /// Makes a device known by its key.
    case pair
    /// Is about what devices remember of scenes that the daemon may have lost.
    case healing
    /// Is about users, devices, invitations or the daemon's own key.
    case administration

    /// The kind of a call.
    public init(_ call: Request.Call) {
        self =
            switch call {
            case .hello: .hello
            case .sync: .sync
            case .snapshotPart: .snapshotPart
            case .submit: .submit
            case .presence: .presence
            case .history: .history
            case .status: .status
            case .state: .state
            case .audit: .audit
            case .pair: .pair
            case .remember, .listRemembered, .heal: .healing
            case .addUser, .listUsers, .removeUser, .invite, .listDevices, .updateDevice,
                .revokeDevice, .withdrawInvitation, .serverKey, .listScenes, .removeScene, .leave:
                .administration
            }
    }
}
