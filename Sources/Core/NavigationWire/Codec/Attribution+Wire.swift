internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProto

extension Attribution: WireCodable {
    init(wire: Navsync_V1_Attribution) throws(WireError) {
        self.init(
            device: wire.device.isEmpty
                ? nil : try DeviceID(wireOfClient: [UInt8](wire.device)[...]),
            name: try DeviceName(wireIfAny: wire.name, "device name"),
            uid: wire.hasUid ? wire.uid : nil, origin: try checkedOrigin(wire.origin),
            time: Timestamp(rawValue: wire.time))
    }

    init?(wireIfAny wire: Navsync_V1_Attribution, _ isThere: Bool) throws(WireError) {
        guard isThere else { return nil }
        try self.init(wire: wire)
    }

    var wire: Navsync_V1_Attribution {
        .init {
            if let device { $0.device = .init(device.wire) }
            $0.name = name?.rawValue ?? ""
            if let uid { $0.uid = uid }
            $0.origin = origin
            $0.time = time.rawValue
        }
    }
}

/// Returns an origin unchanged; throws unless it is short and printable, as all addresses are.
private func checkedOrigin(_ text: String) throws(WireError) -> String {
    guard text.utf8.count <= WireLimits.origin,
        text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else {
        throw WireError("origin: not at most \(WireLimits.origin) printable characters of ASCII")
    }
    return text
}

extension Provenance: WireCodable {
    init(wire: Navsync_V1_Provenance) throws(WireError) {
        self.init(origin: try checkedOrigin(wire.origin))
        for act in wire.acts {
            let actor = try Attribution(wire: act.by)
            switch act.kind {
            case .invited: invitedBy = actor
            case .renamed: renamedBy = actor
            case .changedRole: roleChangedBy = actor
            case .revoked: revokedBy = actor
            case .unknown, .UNRECOGNIZED: break
            }
        }
    }

    var wire: Navsync_V1_Provenance {
        let acts: [(Navsync_V1_Act.Kind, Attribution?)] = [
            (.invited, invitedBy), (.renamed, renamedBy), (.changedRole, roleChangedBy),
            (.revoked, revokedBy),
        ]
        return .init {
            $0.origin = origin
            for case (let kind, let actor?) in acts {
                $0.acts.append(
                    .init {
                        $0.kind = kind
                        $0.by = actor.wire
                    })
            }
        }
    }
}

extension Revoked {
    init(wire: Navsync_V1_Revoked) throws(WireError) {
        self.init(
            heads: try decodeAll(wire.heads, Head.init(wire:)),
            devices: try decodeAll(wire.devices) { bytes throws(WireError) in
                try DeviceID(wireOfClient: [UInt8](bytes)[...])
            },
            withdrawn: try decodeAll(wire.withdrawn, InvitationInfo.init(wire:)),
            letIn: try decodeAll(wire.letIn, DeviceInfo.init(wire:)))
    }

    var wire: Navsync_V1_Revoked {
        .init {
            $0.heads = heads.map(\.wire)
            $0.devices = devices.map { .init($0.wire) }
            $0.withdrawn = withdrawn.map(\.wire)
            $0.letIn = letIn.map(\.wire)
        }
    }
}
