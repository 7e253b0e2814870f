internal import FoundationEssentials
internal import NavigationModel
package import NavigationProto

extension Request: WireCodable {
    /// Decodes a frame of control; throws a description of the first fault.
    package init(encoded bytes: [UInt8]) throws(WireError) {
        var reader = ProtobufReader(bytes)
        if let request = try? Request(from: &reader), reader.isPlain {
            self = request
            return
        }
        try self.init(decoding: bytes, as: "Request")
    }

    /// Reads one of the requests that come often, submit and presence; `nil` for another.
    private init?(from reader: inout ProtobufReader) throws(WireError) {
        var id: UInt64 = 0
        var call: Call?
        while let field = reader.next() {
            switch field {
            case 1: reader.number(&id)
            case 5:
                try reader.message(once: call == nil) { content throws(WireError) in
                    call = .submit(try SubmitRequest(from: &content))
                }
            case 6:
                try reader.message(once: call == nil) { content throws(WireError) in
                    call = try Call(presenceFrom: &content)
                }
            default: return nil
            }
        }
        guard let call else { return nil }
        self.init(id: id, call: call)
    }

    /// The request encoded as one frame.
    package var encoded: [UInt8] { encodedBytes }

    /// Returns the id of a request that can't be decoded otherwise, to address the reply.
    package static func id(ofUnreadable bytes: [UInt8]) -> UInt64 {
        (try? Navsync_V1_Request(decoding: bytes, as: "Request"))?.id ?? 0
    }

    init(wire: Navsync_V1_Request) throws(WireError) {
        if wire.call == nil, wire.hasUnknownFields { throw .unknownCall }
        self.init(id: wire.id, call: try Call(wire: wire.call))
    }

    var wire: Navsync_V1_Request {
        .init {
            $0.id = id
            $0.call = call.wire
        }
    }
}

extension SubmitRequest: WireReadable {
    typealias Wire = Navsync_V1_Submit

    init(from reader: inout ProtobufReader) throws(WireError) {
        var scene = ""
        var (epoch, after): (UInt64, UInt64) = (0, 0)
        var change: ArraySlice<UInt8> = []
        var age: Int64?
        while let field = reader.next() {
            switch field {
            case 1: reader.text(&scene)
            case 2: reader.fixed(&epoch)
            case 3: reader.number(&after)
            case 4: reader.content(&change)
            case 5:
                var number: UInt64 = 0
                if reader.number(&number) { age = Int64(clamping: number) }
            default: reader.skip()
            }
        }
        self.init(
            scene: try SceneID(wire: scene, "scene"), epoch: Epoch(rawValue: epoch),
            after: SequenceNumber(rawValue: after), change: Array(change), age: age)
    }
}

extension Request.Call {
    /// Reads a message Presence.
    fileprivate init(presenceFrom reader: inout ProtobufReader) throws(WireError) {
        var scene = ""
        var (epoch, revision): (UInt64, UInt64) = (0, 0)
        var oldestBase: Revision?
        var place: DevicePlace?
        while let field = reader.next() {
            switch field {
            case 1: reader.text(&scene)
            case 2: reader.fixed(&epoch)
            case 3: reader.number(&revision)
            case 4:
                var number: UInt64 = 0
                if reader.number(&number) { oldestBase = Revision(rawValue: number) }
            case 5: try reader.value(&place)
            default: reader.skip()
            }
        }
        let position = MirrorPosition(
            epoch: Epoch(rawValue: epoch), revision: Revision(rawValue: revision),
            oldestBase: oldestBase)
        self = .presence(
            scene: try SceneID(wire: scene, "scene"), at: epoch == 0 ? nil : position,
            place: place)
    }

    /// The numbers of the calls that this version knows, as fields of Request.
    package static let knownNumbers: [UInt32] = KnownFields.numbers { bytes in
        (try? Navsync_V1_Request(decoding: bytes, as: "Request"))?.call != nil
    }

    /// The number of the call, as a field of Request.
    package var number: UInt32 {
        Request(id: 0, call: self).wire.firstMessageNumber ?? 0
    }

    init(wire: Navsync_V1_Request.OneOf_Call?) throws(WireError) {
        switch wire {
        case .hello(let it):
            self = .hello(
                Hello(
                    version: it.version, user: try UserID(wireIfAny: it.user, "user"),
                    device: try DeviceID(wireOfClient: [UInt8](it.device)[...]),
                    name: try DeviceName(wire: it.name, "device name"),
                    platform: try platform(wire: it.platform),
                    nextServerKey: try PublicKey(wireIfAny: [UInt8](it.nextServerKey)),
                    requiresExistingUser: it.existingUser, isEphemeral: it.ephemeral,
                    role: try Role(wire: it.role)))
        case .sync(let it):
            self = .sync(
                scene: try SceneID(wire: it.scene, "scene"), epoch: Epoch(rawValue: it.epoch),
                revision: Revision(rawValue: it.revision),
                oldestBase: it.hasOldestBase ? Revision(rawValue: it.oldestBase) : nil)
        case .snapshotPart(let it):
            guard it.offset <= UInt64(WireLimits.snapshot) else {
                throw WireError("offset: too large")
            }
            self = .snapshotPart(
                scene: try SceneID(wire: it.scene, "scene"), id: it.id, offset: Int(it.offset))
        case .submit(let it): self = .submit(try SubmitRequest(wire: it))
        case .presence(let it):
            var reader = ProtobufReader(
                try Navsync_V1_Presence.plain(it.encodedBytes, as: "Presence"))
            try self.init(presenceFrom: &reader)
        case .history(let it):
            self = .history(
                scene: try SceneID(wire: it.scene, "scene"), after: Revision(rawValue: it.after),
                limit: Int(it.limit))
        case .status(let it): self = .status(scene: try SceneID(wire: it.scene, "scene"))
        case .stateAt(let it):
            self = .state(
                scene: try SceneID(wire: it.scene, "scene"), at: Revision(rawValue: it.revision))
        case .audit(let it): self = .audit(scene: try SceneID(wire: it.scene, "scene"))
        case .remember(let it): self = .remember(try Remember(wire: it))
        case .listRemembered: self = .listRemembered
        case .heal(let it): self = .heal(try Heal(wire: it))
        case .pair, .addUser, .listUsers, .removeUser, .invite, .listDevices, .updateDevice,
            .revokeDevice, .withdrawInvitation, .serverKey, .listScenes, .removeScene,
            .renameScene, .trashScene, .restoreScene, .leave, .fleet:
            try self.init(wireOfAdministration: wire)
        case nil: throw WireError("request: no call")
        }
    }

    var wire: Navsync_V1_Request.OneOf_Call {
        switch self {
        case .hello(let hello):
            .hello(
                .init {
                    $0.version = hello.version
                    $0.user = hello.user?.rawValue ?? ""
                    $0.device = .init(hello.device.wire)
                    $0.name = hello.name.rawValue
                    $0.platform = hello.platform
                    $0.nextServerKey = .init(hello.nextServerKey?.bytes ?? [])
                    $0.existingUser = hello.requiresExistingUser
                    $0.ephemeral = hello.isEphemeral
                    $0.role = hello.role.wire
                })
        case .sync(let scene, let epoch, let revision, let oldestBase):
            .sync(
                .init {
                    $0.scene = scene.rawValue
                    $0.epoch = epoch.rawValue
                    $0.revision = revision.rawValue
                    if let oldestBase { $0.oldestBase = oldestBase.rawValue }
                })
        case .snapshotPart(let scene, let id, let offset):
            .snapshotPart(
                .init {
                    $0.scene = scene.rawValue
                    $0.id = id
                    $0.offset = UInt64(clamping: offset)
                })
        case .submit(let submit):
            .submit(
                .init {
                    $0.scene = submit.scene.rawValue
                    $0.epoch = submit.epoch.rawValue
                    $0.after = submit.after.rawValue
                    $0.change = .init(submit.change)
                    if let age = submit.age { $0.age = UInt64(clamping: age) }
                })
        case .presence(let scene, let position, let place):
            .presence(
                .init {
                    $0.scene = scene.rawValue
                    $0.epoch = position?.epoch.rawValue ?? 0
                    $0.revision = position?.revision.rawValue ?? 0
                    if let oldest = position?.oldestBase { $0.oldestBase = oldest.rawValue }
                    if let place { $0.place = place.wire }
                })
        case .history(let scene, let after, let limit):
            .history(
                .init {
                    $0.scene = scene.rawValue
                    $0.after = after.rawValue
                    $0.limit = UInt32(clamping: limit)
                })
        case .status(let scene): .status(.init { $0.scene = scene.rawValue })
        case .state(let scene, let revision):
            .stateAt(
                .init {
                    $0.scene = scene.rawValue
                    $0.revision = revision.rawValue
                })
        case .audit(let scene): .audit(.init { $0.scene = scene.rawValue })
        case .remember(let part): .remember(part.wire)
        case .listRemembered: .listRemembered(.init())
        case .heal(let heal): .heal(heal.wire)
        case .pair, .addUser, .listUsers, .removeUser, .invite, .listDevices, .updateDevice,
            .revokeDevice, .withdrawInvitation, .serverKey, .listScenes, .removeScene,
            .renameScene, .trashScene, .restoreScene, .leave, .fleet:
            wireOfAdministration
        }
    }
}
