internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProto

extension PairReply {
    init(wire: Navsync_V1_Paired) throws(WireError) {
        self.init(
            user: try UserID(wire: wire.user, "user"),
            name: try DeviceName(wire: wire.name, "device name"), role: try Role(wire: wire.role))
    }

    var wire: Navsync_V1_Paired {
        .init {
            $0.user = user.rawValue
            $0.name = name.rawValue
            $0.role = role.wire
        }
    }
}

extension InviteReply {
    init(wire: Navsync_V1_Invited) throws(WireError) {
        self.init(
            id: try InvitationID(wire: [UInt8](wire.id)), user: try UserID(wire: wire.user, "user"),
            expires: Timestamp(rawValue: wire.expires),
            serverKey: try PublicKey(wire: [UInt8](wire.serverKey)), addresses: wire.addresses)
    }

    var wire: Navsync_V1_Invited {
        .init {
            $0.id = .init(id.wire)
            $0.user = user.rawValue
            $0.expires = expires.rawValue
            $0.serverKey = .init(serverKey.bytes)
            $0.addresses = addresses
        }
    }
}

extension UserInfo {
    init(wire: Navsync_V1_User) throws(WireError) {
        self.init(
            name: try UserID(wire: wire.name, "user"), uid: wire.hasUid ? wire.uid : nil,
            added: Timestamp(rawValue: wire.added), devices: Int(wire.devices),
            scenes: Int(wire.scenes),
            storage: wire.storage,
            addedBy: try Attribution(wireIfAny: wire.addedBy, wire.hasAddedBy))
    }

    var wire: Navsync_V1_User {
        .init {
            $0.name = name.rawValue
            if let uid { $0.uid = uid }
            $0.added = added.rawValue
            $0.devices = UInt32(clamping: devices)
            $0.scenes = UInt32(clamping: scenes)
            $0.storage = storage
            if let addedBy { $0.addedBy = addedBy.wire }
        }
    }
}

extension TrashedScene {
    init(wire: Navsync_V1_TrashedScene) throws(WireError) {
        self.init(
            name: try SceneID(wire: wire.name, "scene"),
            removed: Timestamp(rawValue: wire.removed),
            keptUntil: Timestamp(rawValue: wire.keptUntil))
    }

    var wire: Navsync_V1_TrashedScene {
        .init {
            $0.name = name.rawValue
            $0.removed = removed.rawValue
            $0.keptUntil = keptUntil.rawValue
        }
    }
}

extension DeviceInfo {
    init(wire: Navsync_V1_Device) throws(WireError) {
        let credential: Credential
        if let key = try PublicKey(wireIfAny: [UInt8](wire.key)) {
            credential = .key(key)
        } else {
            guard wire.hasUid else { throw WireError("device: neither key nor uid") }
            credential = .uid(wire.uid)
        }
        self.init(
            device: try DeviceID(wireOfClient: [UInt8](wire.device)[...]),
            name: try DeviceName(wire: wire.name, "device name"),
            platform: try NavigationWire.platform(wire: wire.platform),
            role: try Role(wire: wire.role), credential: credential,
            added: Timestamp(rawValue: wire.added),
            revoked: wire.revoked == 0 ? nil : Timestamp(rawValue: wire.revoked),
            connections: Int(wire.connections),
            lastSeen: wire.heard == 0 ? nil : Timestamp(rawValue: wire.heard),
            knowsNextServerKey: wire.knowsNextServerKey,
            progress: try decodeAll(wire.standings, DeviceProgress.init(wire:)),
            invitation: wire.invitation.isEmpty
                ? nil : try InvitationID(wire: [UInt8](wire.invitation)),
            provenance: try Provenance(wire: wire.provenance))
    }

    var wire: Navsync_V1_Device {
        .init {
            $0.device = .init(device.wire)
            $0.name = name.rawValue
            $0.platform = platform
            $0.role = role.wire
            switch credential {
            case .key(let key): $0.key = .init(key.bytes)
            case .uid(let uid): $0.uid = uid
            }
            $0.added = added.rawValue
            $0.revoked = revoked?.rawValue ?? 0
            $0.connections = UInt32(clamping: connections)
            $0.heard = lastSeen?.rawValue ?? 0
            $0.knowsNextServerKey = knowsNextServerKey
            $0.standings = progress.map(\.wire)
            if let invitation { $0.invitation = .init(invitation.wire) }
            if provenance != Provenance() { $0.provenance = provenance.wire }
        }
    }
}

extension DeviceProgress {
    init(wire: Navsync_V1_Standing) throws(WireError) {
        self.init(
            scene: try SceneID(wire: wire.scene, "scene"),
            revision: Revision(rawValue: wire.revision), lag: wire.behind,
            since: wire.since == 0 ? nil : Timestamp(rawValue: wire.since),
            observedAt: Timestamp(rawValue: wire.told),
            place: wire.hasPlace ? try DevicePlace(wire: wire.place) : nil)
    }

    var wire: Navsync_V1_Standing {
        .init {
            $0.scene = scene.rawValue
            $0.revision = revision.rawValue
            $0.behind = lag
            $0.since = since?.rawValue ?? 0
            $0.told = observedAt.rawValue
            if let place { $0.place = place.wire }
        }
    }
}

extension InvitationInfo {
    init(wire: Navsync_V1_Invitation) throws(WireError) {
        self.init(
            id: try InvitationID(wire: [UInt8](wire.id)),
            name: try DeviceName(wire: wire.name, "device name"), role: try Role(wire: wire.role),
            expires: Timestamp(rawValue: wire.expires),
            madeBy: try Attribution(wireIfAny: wire.madeBy, wire.hasMadeBy))
    }

    var wire: Navsync_V1_Invitation {
        .init {
            $0.id = .init(id.wire)
            $0.name = name.rawValue
            $0.role = role.wire
            $0.expires = expires.rawValue
            if let madeBy { $0.madeBy = madeBy.wire }
        }
    }
}

extension ServerKeysInfo {
    init(wire: Navsync_V1_ServerKeys) throws(WireError) {
        self.init(
            key: try PublicKey(wire: [UInt8](wire.key)),
            next: try PublicKey(wireIfAny: [UInt8](wire.next)),
            switchesAtRestart: wire.switchesAtRestart)
    }

    var wire: Navsync_V1_ServerKeys {
        .init {
            $0.key = .init(key.bytes)
            $0.next = .init(next?.bytes ?? [])
            $0.switchesAtRestart = switchesAtRestart
        }
    }
}
