internal import NavigationWire

/// A request that has come in, as long as it is not answered.
struct InboundRequest: Sendable {
    let request: Request
    let peer: Peer
    /// The time when it came in.
    let received: Duration
    /// A Boolean value indicating whether it has waited for its scene to be read.
    var missedCache = false
    /// A Boolean value indicating whether it has been counted to its device's rate of changes,
    /// which is done once, however often it then waits for its turn, its scene or the registry.
    var isMetered = false
    /// The number of times that it was asked again because what its answer would have shown was
    /// taken back.
    var retryCount = 0

    /// Bytes that it takes while it waits, about.
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
    /// A Boolean value indicating whether it changes nothing, so that it can be asked as often as
    /// need be.
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

    /// A Boolean value indicating whether it takes access or what it is about away, and so may use the
    /// reserve of a disk that is full; see ``Reserve``.
    var takesAway: Bool {
        switch self {
        case .removeUser, .revokeDevice, .withdrawInvitation, .removeScene, .leave: true
        case .updateDevice(_, _, let name, let role): name == nil && role == .viewer
        default: false
        }
    }

    /// A Boolean value indicating whether it brings something into the registry, for which a disk that is
    /// full has no room.
    var needsRoom: Bool {
        switch self {
        case .pair, .addUser, .invite, .heal: true
        case .updateDevice: !takesAway
        default: false
        }
    }
}
