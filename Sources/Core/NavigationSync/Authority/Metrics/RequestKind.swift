public import NavigationWire

/// The kind of a request, without its arguments.
public enum RequestKind: Int, Hashable, Sendable, CaseIterable {
    /// Starts a session.
    case hello
    /// Fetches missing commits.
    case sync
    /// Fetches a part of a snapshot.
    case snapshotPart
    /// Submits a change.
    case submit
    /// Reports that a device is present.
    case presence
    /// Reads the log.
    case history
    /// Reads the status of the daemon.
    case status
    /// Reads an earlier state.
    case state
    /// Checks the stored data.
    case audit
    /// Pairs a device by its key.
    case pair
    /// Concerns remembered states of scenes that the daemon may have lost.
    case healing
    /// Concerns users, devices, invitations or the daemon's own key.
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
