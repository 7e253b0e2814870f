internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProto

/// The calls about users, devices and keys.
extension Request.Call {
    init(wireOfAdministration wire: Navsync_V1_Request.OneOf_Call?) throws(WireError) {
        switch wire {
        case .pair(let it): self = .pair(try PairRequest(wire: it))
        case .addUser(let it):
            self = .addUser(try UserID(wire: it.name, "user"), uid: it.hasUid ? it.uid : nil)
        case .listUsers(let it):
            self = .listUsers(after: try UserID(wireIfAny: it.after, "user"))
        case .removeUser(let it):
            self = .removeUser(try UserID(wire: it.name, "user"), erases: it.erase)
        case .invite(let it): self = .invite(try InviteRequest(wire: it))
        case .listDevices(let it):
            self = .listDevices(try UserID(wireIfAny: it.user, "user"))
        case .updateDevice(let it):
            self = .updateDevice(
                try UserID(wireIfAny: it.user, "user"),
                try DeviceID(wireOfClient: [UInt8](it.device)[...]),
                name: it.hasName ? try DeviceName(wire: it.name, "device name") : nil,
                role: it.hasRole ? try Role(wire: it.role) : nil)
        case .revokeDevice(let it):
            self = .revokeDevice(
                try UserID(wireIfAny: it.user, "user"),
                try DeviceID(wireOfClient: [UInt8](it.device)[...]),
                withDescendants: it.withDescendants)
        case .withdrawInvitation(let it):
            self = .withdrawInvitation(
                try UserID(wireIfAny: it.user, "user"), try InvitationID(wire: [UInt8](it.id)))
        case .serverKey(let it):
            guard let action = ServerKeyAction(rawValue: it.action.rawValue) else {
                throw WireError(
                    "server key: action unknown to this version", isUnsupported: true)
            }
            self = .serverKey(action)
        case .fleet(let it): self = .fleet(try FleetAction(wire: it))
        case .listScenes(let it): self = .listScenes(try UserID(wireIfAny: it.user, "user"))
        case .removeScene(let it):
            self = .removeScene(
                try UserID(wireIfAny: it.user, "user"), try SceneID(wire: it.scene, "scene"))
        case .renameScene(let it):
            self = .renameScene(
                try UserID(wireIfAny: it.user, "user"), try SceneID(wire: it.scene, "scene"),
                to: try SceneID(wire: it.newName, "scene"))
        case .trashScene(let it):
            self = .trashScene(
                try UserID(wireIfAny: it.user, "user"), try SceneID(wire: it.scene, "scene"))
        case .restoreScene(let it):
            self = .restoreScene(
                try UserID(wireIfAny: it.user, "user"), try SceneID(wire: it.scene, "scene"))
        case .leave: self = .leave
        default: throw .unknownCall
        }
    }

    var wireOfAdministration: Navsync_V1_Request.OneOf_Call {
        switch self {
        case .pair(let pair): .pair(pair.wire)
        case .addUser(let name, let uid):
            .addUser(
                .init {
                    $0.name = name.rawValue
                    if let uid { $0.uid = uid }
                })
        case .listUsers(let after): .listUsers(.init { $0.after = after?.rawValue ?? "" })
        case .removeUser(let name, let erases):
            .removeUser(
                .init {
                    $0.name = name.rawValue
                    $0.erase = erases
                })
        case .invite(let invite): .invite(invite.wire)
        case .listDevices(let user): .listDevices(.init { $0.user = user?.rawValue ?? "" })
        case .updateDevice(let user, let device, let name, let role):
            .updateDevice(
                .init {
                    $0.user = user?.rawValue ?? ""
                    $0.device = .init(device.wire)
                    if let name { $0.name = name.rawValue }
                    if let role { $0.role = role.wire }
                })
        case .revokeDevice(let user, let device, let withDescendants):
            .revokeDevice(
                .init {
                    $0.user = user?.rawValue ?? ""
                    $0.device = .init(device.wire)
                    $0.withDescendants = withDescendants
                })
        case .withdrawInvitation(let user, let id):
            .withdrawInvitation(
                .init {
                    $0.user = user?.rawValue ?? ""
                    $0.id = .init(id.wire)
                })
        case .serverKey(let action):
            .serverKey(.init { $0.action = .init(rawValue: action.rawValue) ?? .show })
        case .fleet(let action): .fleet(action.wire)
        case .listScenes(let user): .listScenes(.init { $0.user = user?.rawValue ?? "" })
        case .removeScene(let user, let scene):
            .removeScene(
                .init {
                    $0.user = user?.rawValue ?? ""
                    $0.scene = scene.rawValue
                })
        case .renameScene(let user, let scene, let newName):
            .renameScene(
                .init {
                    $0.user = user?.rawValue ?? ""
                    $0.scene = scene.rawValue
                    $0.newName = newName.rawValue
                })
        case .trashScene(let user, let scene):
            .trashScene(
                .init {
                    $0.user = user?.rawValue ?? ""
                    $0.scene = scene.rawValue
                })
        case .restoreScene(let user, let scene):
            .restoreScene(
                .init {
                    $0.user = user?.rawValue ?? ""
                    $0.scene = scene.rawValue
                })
        case .leave: .leave(.init())
        case .hello, .sync, .snapshotPart, .submit, .presence, .history, .status, .state, .audit,
            .remember, .listRemembered, .heal:
            wire
        }
    }
}

extension PairRequest {
    init(wire: Navsync_V1_Pair) throws(WireError) {
        self.init(
            version: wire.version, device: try DeviceID(wireOfClient: [UInt8](wire.device)[...]),
            name: try DeviceName(wireIfAny: wire.name, "device name"),
            platform: try NavigationWire.platform(wire: wire.platform),
            key: try PublicKey(wire: [UInt8](wire.key)))
    }

    var wire: Navsync_V1_Pair {
        .init {
            $0.version = version
            $0.device = .init(device.wire)
            $0.name = name?.rawValue ?? ""
            $0.platform = platform
            $0.key = .init(key.bytes)
        }
    }
}

extension InviteRequest {
    init(wire: Navsync_V1_Invite) throws(WireError) {
        let lifetime = wire.lifetime == 0 ? InviteRequest.usualLifetime : .seconds(wire.lifetime)
        guard lifetime <= InviteRequest.longestLifetime else {
            throw WireError("lifetime: too long")
        }
        self.init(
            user: try UserID(wireIfAny: wire.user, "user"),
            name: try DeviceName(wire: wire.name, "device name"), role: try Role(wire: wire.role),
            key: try PublicKey(wire: [UInt8](wire.key)), lifetime: lifetime)
    }

    var wire: Navsync_V1_Invite {
        .init {
            $0.user = user?.rawValue ?? ""
            $0.name = name.rawValue
            $0.role = role.wire
            $0.key = .init(key.bytes)
            $0.lifetime = UInt32(clamping: lifetime.components.seconds)
        }
    }
}
