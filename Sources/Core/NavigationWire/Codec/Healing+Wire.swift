internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProto

extension Remember {
    init(wire: Navsync_V1_Remember) throws(WireError) {
        let position = Head(
            scene: try SceneID(wire: wire.scene, "scene"), epoch: Epoch(rawValue: wire.epoch),
            revision: Revision(rawValue: wire.revision),
            digest: try Digest(wire: [UInt8](wire.digest)))
        // A length of zero is valid: such a message has only the acknowledged revisions.
        guard wire.length <= UInt64(Remember.longest) else {
            throw WireError("length: more than \(Remember.longest)")
        }
        guard wire.content.count <= Remember.part, wire.offset <= wire.length,
            UInt64(wire.content.count) <= wire.length - wire.offset
        else { throw WireError("content: beyond the length, or more than \(Remember.part) bytes") }
        guard wire.settled.count <= Remember.mostSettled else {
            throw WireError("settled: more than \(Remember.mostSettled)")
        }
        guard wire.former.count <= FormerHistory.most else {
            throw WireError("former: more than \(FormerHistory.most)")
        }
        self.init(
            position: position, store: StoreID(rawValue: wire.store), length: Int(wire.length),
            offset: Int(wire.offset), content: [UInt8](wire.content),
            settled: wire.settled.map(Revision.init(rawValue:)),
            former: wire.former.map(FormerHistory.init))
    }

    var wire: Navsync_V1_Remember {
        .init {
            $0.scene = position.scene.rawValue
            $0.store = store.rawValue
            $0.epoch = position.epoch.rawValue
            $0.revision = position.revision.rawValue
            $0.digest = .init(position.digest.bytes)
            $0.length = UInt64(clamping: length)
            $0.offset = UInt64(clamping: offset)
            $0.content = .init(content)
            $0.settled = settled.map(\.rawValue)
            $0.former = former.map(\.wire)
        }
    }
}

extension FormerHistory {
    fileprivate init(_ wire: Navsync_V1_FormerHistory) {
        self.init(
            epoch: Epoch(rawValue: wire.epoch), end: Revision(rawValue: wire.revision),
            isHealed: wire.healed)
    }

    fileprivate var wire: Navsync_V1_FormerHistory {
        .init {
            $0.epoch = epoch.rawValue
            $0.revision = end.rawValue
            $0.healed = isHealed
        }
    }
}

extension [FormerHistory] {
    /// The list as the only field of a message Remember.
    package var encoded: [UInt8] {
        Navsync_V1_Remember { $0.former = map(\.wire) }.encodedBytes
    }

    /// Reads the encoded list; `nil` for other bytes.
    package init?(encoded: [UInt8]) {
        guard let wire = try? Navsync_V1_Remember(decoding: encoded, as: "former") else {
            return nil
        }
        self = wire.former.map(FormerHistory.init)
    }
}

extension RememberAnswer {
    init(wire: Navsync_V1_Remembered) throws(WireError) {
        switch wire.standing {
        case .wanted: self = .wants(Int(clamping: wire.wanted))
        case .held: self = .holds
        case .contained: self = .contains(upTo: Revision(rawValue: wire.end))
        case .UNRECOGNIZED: throw WireError("standing: value unknown to this version")
        }
    }

    var wire: Navsync_V1_Remembered {
        .init {
            switch self {
            case .wants(let offset):
                $0.standing = .wanted
                $0.wanted = UInt64(clamping: offset)
            case .holds: $0.standing = .held
            case .contains(let end):
                $0.standing = .contained
                $0.end = end.rawValue
            }
        }
    }
}

extension RememberedState {
    init(wire: Navsync_V1_RememberedState) throws(WireError) {
        let acknowledged =
            wire.hasAcknowledged
            ? Acknowledged(
                revision: Revision(rawValue: wire.acknowledged),
                digest: try Digest(wire: [UInt8](wire.acknowledgedDigest))) : nil
        self.init(
            position: Head(
                scene: try SceneID(wire: wire.scene, "scene"), epoch: Epoch(rawValue: wire.epoch),
                revision: Revision(rawValue: wire.revision),
                digest: try Digest(wire: [UInt8](wire.digest))),
            store: StoreID(rawValue: wire.store), latest: Timestamp(rawValue: wire.latest),
            tabs: Int(wire.tabs), screens: Int(wire.screens),
            devices: try decodeAll(wire.devices) { bytes throws(WireError) in
                try DeviceID(wire: [UInt8](bytes)[...])
            }, acknowledged: acknowledged, resubmitted: wire.resubmitted,
            offer: Offer(
                id: wire.snapshot.id, length: Int(clamping: wire.snapshot.length)))
    }

    var wire: Navsync_V1_RememberedState {
        .init {
            $0.scene = position.scene.rawValue
            $0.store = store.rawValue
            $0.epoch = position.epoch.rawValue
            $0.revision = position.revision.rawValue
            $0.digest = .init(position.digest.bytes)
            $0.latest = latest.rawValue
            $0.tabs = UInt32(clamping: tabs)
            $0.screens = UInt32(clamping: screens)
            $0.devices = devices.map { .init($0.wire) }
            $0.resubmitted = resubmitted
            $0.snapshot = .init {
                $0.id = offer.id
                $0.revision = position.revision.rawValue
                $0.length = UInt64(clamping: offer.length)
            }
            if let acknowledged {
                $0.acknowledged = acknowledged.revision.rawValue
                $0.acknowledgedDigest = .init(acknowledged.digest.bytes)
            }
        }
    }
}

extension Heal {
    init(wire: Navsync_V1_Heal) throws(WireError) {
        self.init(
            Head(
                scene: try SceneID(wire: wire.scene, "scene"), epoch: Epoch(rawValue: wire.epoch),
                revision: Revision(rawValue: wire.revision),
                digest: try Digest(wire: [UInt8](wire.digest))),
            acceptsLoss: wire.acceptLoss)
    }

    var wire: Navsync_V1_Heal {
        .init {
            $0.scene = position.scene.rawValue
            $0.epoch = position.epoch.rawValue
            $0.revision = position.revision.rawValue
            $0.digest = .init(position.digest.bytes)
            $0.acceptLoss = acceptsLoss
        }
    }
}
