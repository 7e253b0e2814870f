internal import NavigationModel
internal import NavigationWire

/// All that the authority knows of a call without handling it: one row for each.
struct RequestRules: Sendable {
    /// The label that it is counted under.
    let kind: RequestKind
    /// The scene that it is about; `SceneID/main` if about none or all.
    let scene: SceneID
    /// The price beyond that of its frame.
    let price: Int64
    /// A Boolean value indicating whether it is read-only, so that it can be retried as often as
    /// necessary.
    let isReadOnly: Bool
    /// A Boolean value indicating whether it changes the registry, and so needs an undamaged store.
    let changesRegistry: Bool
    /// A Boolean value indicating whether it removes access or its subject, and so may use the
    /// reserve of a full disk; see ``Reserve``.
    let takesAway: Bool
    /// A Boolean value indicating whether it adds to the registry, which a full disk has no space
    /// for.
    let needsRoom: Bool

    /// The rules of a read-only call.
    private static func read(
        _ kind: RequestKind, _ scene: SceneID = .main, price: Int64 = 0
    ) -> RequestRules {
        RequestRules(kind: kind, scene: scene, price: price, isReadOnly: true)
    }

    /// The rules of a call that adds to the registry.
    private static func add(_ kind: RequestKind) -> RequestRules {
        RequestRules(
            kind: kind, price: Price.registryWrite, changesRegistry: true, needsRoom: true)
    }

    /// The rules of a call that removes from the registry.
    private static let remove = RequestRules(
        kind: .administration, price: Price.registryWrite, changesRegistry: true, takesAway: true)

    /// Looks up the rules of a call.
    init(_ call: Request.Call) {
        self =
            switch call {
            case .hello: .read(.hello)
            case .sync(let scene, _, _, _): .read(.sync, scene)
            case .snapshotPart(let scene, _, _): .read(.snapshotPart, scene)
            case .submit(let submit): RequestRules(kind: .submit, scene: submit.scene)
            case .presence(let scene, _, _): .read(.presence, scene)
            case .history(let scene, _, _): .read(.history, scene, price: Price.logRead)
            case .status(let scene): .read(.status, scene, price: Price.digest)
            case .state(let scene, _): .read(.state, scene, price: Price.logRead)
            case .audit(let scene): .read(.audit, scene, price: Price.audit)
            case .pair: .add(.pair)
            case .addUser, .invite, .renameScene, .trashScene, .restoreScene:
                .add(.administration)
            case .removeUser, .revokeDevice, .withdrawInvitation, .removeScene, .leave: .remove
            case .updateDevice(_, _, nil, .viewer): .remove
            case .updateDevice: .add(.administration)
            case .listUsers, .listDevices: .read(.administration, price: Price.logRead)
            case .listScenes: .read(.administration)
            case .fleet(.show): .read(.administration, price: Price.logRead)
            case .serverKey, .fleet:
                RequestRules(kind: .administration, price: Price.registryWrite)
            case .listRemembered: .read(.healing)
            // A copy, and finally a scan of the whole state.
            case .remember(let part):
                RequestRules(
                    kind: .healing, scene: part.position.scene,
                    price: Price.reply(ofLength: part.content.count))
            // Checks the registry itself, once it knows that its caller may heal.
            case .heal(let heal):
                RequestRules(
                    kind: .healing, scene: heal.position.scene, price: Price.audit,
                    needsRoom: true)
            }
    }

    private init(
        kind: RequestKind, scene: SceneID = .main, price: Int64 = 0, isReadOnly: Bool = false,
        changesRegistry: Bool = false, takesAway: Bool = false, needsRoom: Bool = false
    ) {
        self.kind = kind
        self.scene = scene
        self.price = price
        self.isReadOnly = isReadOnly
        self.changesRegistry = changesRegistry
        self.takesAway = takesAway
        self.needsRoom = needsRoom
    }
}

extension Request.Call {
    /// Its row in the table.
    var rules: RequestRules { RequestRules(self) }
}

/// The kind of a request, without its arguments.
package enum RequestKind: Int, Hashable, Sendable, CaseIterable {
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
    /// Concerns users, devices, invitations, the daemon's own key or the fleet.
    case administration
}
