internal import NavigationWire

/// A request that is not answered yet.
struct InboundRequest: Sendable {
    let request: Request
    let peer: Peer
    /// The arrival time.
    let received: Duration
    /// A Boolean value indicating whether it was queued for its scene to be read.
    var missedCache = false
    /// A Boolean value indicating whether it has been counted against its device's rate of changes,
    /// which is done once, however often it is then queued.
    var isMetered = false
    /// The number of retries after a rollback of what its reply would have shown.
    var retryCount = 0

    /// Bytes that it takes while it is queued, about.
    var length: Int {
        switch request.call {
        case .submit(let submit): InboundRequest.ownLength + submit.change.count
        case .remember(let part): InboundRequest.ownLength + part.content.count
        default: InboundRequest.ownLength
        }
    }

    private static let ownLength = 512
}

extension Request.Call {
    /// A Boolean value indicating whether the request is read-only, so that it can be retried as
    /// often as necessary.
    var isReadOnly: Bool {
        switch self {
        case .hello, .sync, .snapshotPart, .presence, .history, .status, .state, .audit, .listUsers,
            .listDevices, .listScenes, .listRemembered:
            true
        case .submit, .pair, .addUser, .removeUser, .invite, .updateDevice, .revokeDevice,
            .withdrawInvitation, .serverKey, .removeScene, .leave, .remember, .heal:
            false
        }
    }

    /// A Boolean value indicating whether the call removes access or its subject, and so may use
    /// the reserve of a full disk; see ``Reserve``.
    var takesAway: Bool {
        switch self {
        case .removeUser, .revokeDevice, .withdrawInvitation, .removeScene, .leave: true
        case .updateDevice(_, _, let name, let role): name == nil && role == .viewer
        default: false
        }
    }

    /// A Boolean value indicating whether the call adds to the registry, which a full disk has no
    /// space for.
    var needsRoom: Bool {
        switch self {
        case .pair, .addUser, .invite, .heal: true
        case .updateDevice: !takesAway
        default: false
        }
    }
}
