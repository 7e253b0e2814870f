internal import FoundationEssentials
internal import NavigationModel
package import NavigationProto

extension Reply {
    /// Decodes a frame of control; throws a description of the first fault.
    package init(encoded bytes: [UInt8]) throws(WireError) {
        var reader = ProtobufReader(bytes)
        if let reply = try? Reply(from: &reader), reader.isPlain {
            self = reply
            return
        }
        try self.init(wire: try Navsync_V1_Reply(decoding: bytes, as: "Reply"))
    }

    /// Reads one of the replies that are read often; `nil` for another.
    private init?(from reader: inout ProtobufReader) throws(WireError) {
        var id: UInt64 = 0
        var result: Result?
        while let field = reader.next() {
            switch field {
            case 1: reader.number(&id)
            case 4:
                try reader.message(once: result == nil) { content throws(WireError) in
                    result = .synced(try SyncReply(from: &content))
                }
            case 6:
                try reader.message(once: result == nil) { content throws(WireError) in
                    result = .receipt(try Receipt(from: &content))
                }
            case 8:
                try reader.message(once: result == nil) { content throws(WireError) in
                    result = .historyPage(try HistoryPage(from: &content))
                }
            default: return nil
            }
        }
        guard let result else { return nil }
        self.init(id: id, result: result)
    }

    /// The reply encoded as one frame.
    package var encoded: [UInt8] {
        var writer = ProtobufWriter(capacity: result.pageLength + Self.overhead)
        writer.number(id, 1)
        switch result {
        case .synced(let synced): writer.message(4) { synced.write(to: &$0) }
        case .receipt(let receipt): writer.message(6) { receipt.write(to: &$0) }
        case .historyPage(let page): writer.message(8) { page.write(to: &$0) }
        case .encodedHistory(let page): writer.message(8) { page.write(to: &$0) }
        default: writer.fields(Navsync_V1_Reply { $0.result = result.wire }.encodedBytes)
        }
        return writer.bytes
    }

    /// Bytes of a reply, besides a page, that are reserved at once.
    private static let overhead = 128

    private init(wire: Navsync_V1_Reply) throws(WireError) {
        self.init(id: wire.id, result: try Result(wire: wire.result))
    }
}

extension Reply.Result {
    init(wire: Navsync_V1_Reply.OneOf_Result?) throws(WireError) {
        switch wire {
        case .failure(let it): self = .failure(Failure(wire: it))
        case .welcome(let it): self = .welcome(try Welcome(wire: it))
        case .synced(let it): self = .synced(try SyncReply(wire: it))
        case .snapshotContent(let it):
            self = .snapshotContent(
                offset: Int(clamping: it.offset), content: [UInt8](it.content))
        case .receipt(let it): self = .receipt(try Receipt(wire: it))
        case .heads(let it):
            self = .heads(
                HeadsReply(
                    try decodeAll(it.heads, Head.init(wire:)),
                    topic: try Topic(wire: [UInt8](it.topic)),
                    time: Timestamp(rawValue: it.time),
                    present: try decodeAll(it.present, PresentDevice.init(wire:)),
                    nodes: it.nodes))
        case .historyPage(let it): self = .historyPage(try HistoryPage(wire: it))
        case .daemonStatus(let it): self = .status(try DaemonStatus(wire: it))
        case .pastState(let it): self = .pastState(try PastSnapshotOffer(wire: it))
        case .audited(let it): self = .audit(try Audit(wire: it))
        case .paired(let it): self = .paired(try PairReply(wire: it))
        case .userList(let it):
            self = .users(try decodeAll(it.users, UserInfo.init(wire:)), hasMore: it.more)
        case .invited(let it): self = .invited(try InviteReply(wire: it))
        case .deviceList(let it):
            self = .devices(
                try decodeAll(it.devices, DeviceInfo.init(wire:)),
                invitations: try decodeAll(it.invitations, InvitationInfo.init(wire:)),
                of: try UserID(wire: it.user, "user"))
        case .revoked(let it): self = .revoked(try Revoked(wire: it))
        case .serverKeys(let it): self = .serverKeys(try ServerKeysInfo(wire: it))
        case .fleetStatus(let it): self = .fleet(FleetStatus(wire: it))
        case .sceneList(let it):
            self = .scenes(
                try decodeAll(it.scenes) { wire throws(WireError) in
                    try SceneID(wire: wire.name, "scene")
                }, trash: try decodeAll(it.trash, TrashedScene.init(wire:)),
                of: try UserID(wire: it.user, "user"))
        case .remembered(let it): self = .remembered(try RememberAnswer(wire: it))
        case .rememberedList(let it):
            self = .rememberedStates(try decodeAll(it.states, RememberedState.init(wire:)))
        case .healed(let it): self = .healed(try Head(wire: it.head))
        case .done: self = .done
        case nil: throw WireError("reply: result unknown to protocol version 1")
        }
    }

    /// Bytes of the encoded commits in it.
    fileprivate var pageLength: Int {
        switch self {
        case .encodedHistory(let history): history.page.fields.count
        case .synced(let synced):
            if case .page(let page) = synced.content { page.fields.count } else { 0 }
        default: 0
        }
    }

    /// The generated message; `nil` for the results that are written without one.
    var wire: Navsync_V1_Reply.OneOf_Result? {
        switch self {
        case .synced, .receipt, .historyPage, .encodedHistory: nil
        case .failure(let failure): .failure(failure.wire)
        case .welcome(let welcome): .welcome(welcome.wire)
        case .snapshotContent(let offset, let content):
            .snapshotContent(
                .init {
                    $0.offset = UInt64(clamping: offset)
                    $0.content = .init(content)
                })
        case .heads(let reply):
            .heads(
                .init {
                    $0.heads = reply.heads.map(\.wire)
                    $0.topic = .init(reply.topic.bytes)
                    $0.time = reply.time.rawValue
                    $0.present = reply.present.map(\.wire)
                    $0.nodes = reply.nodes
                })
        case .status(let status): .daemonStatus(status.wire)
        case .pastState(let offer): .pastState(offer.wire)
        case .audit(let audit): .audited(audit.wire)
        case .paired(let paired): .paired(paired.wire)
        case .users(let users, let hasMore):
            .userList(
                .init {
                    $0.users = users.map(\.wire)
                    $0.more = hasMore
                })
        case .invited(let invited): .invited(invited.wire)
        case .devices(let devices, let invitations, let user):
            .deviceList(
                .init {
                    $0.user = user.rawValue
                    $0.devices = devices.map(\.wire)
                    $0.invitations = invitations.map(\.wire)
                })
        case .revoked(let revoked): .revoked(revoked.wire)
        case .serverKeys(let keys): .serverKeys(keys.wire)
        case .fleet(let status): .fleetStatus(status.wire)
        case .scenes(let scenes, let trash, let user):
            .sceneList(
                .init {
                    $0.user = user.rawValue
                    $0.scenes = scenes.map { scene in .init { $0.name = scene.rawValue } }
                    $0.trash = trash.map(\.wire)
                })
        case .remembered(let answer): .remembered(answer.wire)
        case .rememberedStates(let states):
            .rememberedList(.init { $0.states = states.map(\.wire) })
        case .healed(let head): .healed(.init { $0.head = head.wire })
        case .done: .done(.init())
        }
    }
}

extension Failure {
    init(wire: Navsync_V1_Failure) {
        self.init(
            Code(rawValue: wire.code.rawValue) ?? .unspecified, message: wire.message,
            endingIn: wire.advice,
            expected: wire.code == .sequenceExpected || wire.code == .sequenceSkipped
                ? SequenceNumber(rawValue: wire.expected) : nil,
            retryAfter: wire.retryAfter == 0 ? nil : .milliseconds(wire.retryAfter),
            addresses: wire.addresses, map: wire.map)
    }

    var wire: Navsync_V1_Failure {
        .init {
            $0.code = .init(rawValue: code.rawValue) ?? .unspecified
            $0.message = message
            $0.advice = advice ?? ""
            $0.expected = expected?.rawValue ?? 0
            $0.retryAfter = retryAfter.map(\.wholeMilliseconds) ?? 0
            $0.addresses = addresses
            $0.map = map
        }
    }
}

extension Duration {
    /// Rounded up, at least 1, so that it is not mistaken for none.
    fileprivate var wholeMilliseconds: UInt32 {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
        if isTooLong { return seconds > 0 ? .max : 1 }
        return UInt32(
            clamping: max(1, whole + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}

extension Welcome {
    init(wire: Navsync_V1_Welcome) throws(WireError) {
        // A name with a slash could lead out of the directory of the control socket.
        guard !wire.feedSocket.contains("/") else { throw WireError("welcome: feed socket") }
        let feed = FeedAddress(
            socket: wire.feedSocket.isEmpty ? nil : wire.feedSocket,
            port: UInt16(exactly: wire.feedPort).flatMap { $0 == 0 ? nil : $0 })
        var limits: [String: UInt64] = [:]
        for limit in wire.limits { limits[limit.name] = limit.value }
        self.init(
            instance: wire.instance, store: StoreID(rawValue: wire.store),
            daemonVersion: wire.daemonVersion, time: Timestamp(rawValue: wire.time), feed: feed,
            topic: try Topic(wire: [UInt8](wire.topic)),
            feedKey: try FeedKey(wire: [UInt8](wire.access.feedKey)),
            user: try UserID(wire: wire.access.user, "user"),
            role: try Role(wire: wire.access.role),
            deviceName: try DeviceName(wire: wire.access.name, "device name"),
            nextServerKey: try PublicKey(wireIfAny: [UInt8](wire.access.nextServerKey)),
            limits: limits, calls: wire.calls, operations: wire.operations,
            formerStores: wire.formerStores.map(StoreID.init(rawValue:)), nodes: wire.nodes)
    }

    var wire: Navsync_V1_Welcome {
        .init {
            $0.version = ProtocolVersion.current
            $0.instance = instance
            $0.store = store.rawValue
            $0.daemonVersion = daemonVersion
            $0.time = time.rawValue
            $0.feedSocket = feed.socket ?? ""
            $0.feedPort = UInt32(feed.port ?? 0)
            $0.topic = .init(topic.bytes)
            $0.access = .init {
                $0.user = user.rawValue
                $0.role = role.wire
                $0.name = deviceName.rawValue
                $0.feedKey = .init(feedKey.bytes)
                $0.nextServerKey = .init(nextServerKey?.bytes ?? [])
            }
            $0.limits = limits.sorted { $0.key < $1.key }.map { name, value in
                .init {
                    $0.name = name
                    $0.value = value
                }
            }
            $0.calls = calls
            $0.operations = operations
            $0.formerStores = formerStores.map(\.rawValue)
            $0.nodes = nodes
        }
    }
}

extension Head: WireReadable {
    typealias Wire = Navsync_V1_Head

    init(from reader: inout ProtobufReader) throws(WireError) {
        var (epoch, revision): (UInt64, UInt64) = (0, 0)
        var digest: ArraySlice<UInt8> = []
        var scene = ""
        while let field = reader.next() {
            switch field {
            case 1: reader.fixed(&epoch)
            case 2: reader.number(&revision)
            case 3: reader.content(&digest)
            case 4: reader.text(&scene)
            default: reader.skip()
            }
        }
        self.init(
            scene: try SceneID(wire: scene, "scene"), epoch: Epoch(rawValue: epoch),
            revision: Revision(rawValue: revision), digest: try Digest(wire: Array(digest)))
    }

    func write(to writer: inout ProtobufWriter) {
        writer.fixed(epoch.rawValue, 1)
        writer.number(revision.rawValue, 2)
        writer.content(digest.bytes, 3)
        writer.text(scene.rawValue, 4)
    }

    var wire: Navsync_V1_Head {
        .init {
            $0.scene = scene.rawValue
            $0.epoch = epoch.rawValue
            $0.revision = revision.rawValue
            $0.digest = .init(digest.bytes)
        }
    }
}

extension SyncReply: WireReadable {
    typealias Wire = Navsync_V1_Synced

    init(from reader: inout ProtobufReader) throws(WireError) {
        var head: Head?
        var commits: [Commit] = []
        var snapshot: Content?
        var (lastSequence, time): (UInt64, UInt64) = (0, 0)
        var former: [FormerHistory] = []
        while let field = reader.next() {
            switch field {
            case 1: try reader.value(&head)
            case 2: try reader.append(to: &commits)
            case 3:
                try reader.message(once: snapshot == nil) { content throws(WireError) in
                    snapshot = SyncReply.snapshot(from: &content)
                }
            case 4: reader.number(&lastSequence)
            case 5: reader.number(&time)
            case 6: try reader.append(to: &former)
            default: reader.skip()
            }
        }
        guard let head else { throw WireError("synced: no head") }
        self.init(
            head: head, content: snapshot ?? .commits(commits),
            lastSequence: SequenceNumber(rawValue: lastSequence),
            time: Timestamp(rawValue: Int64(bitPattern: time)), former: former)
    }

    private static func snapshot(from reader: inout ProtobufReader) -> Content {
        var (id, revision, length): (UInt64, UInt64, UInt64) = (0, 0, 0)
        while let field = reader.next() {
            switch field {
            case 1: reader.number(&id)
            case 2: reader.number(&revision)
            case 3: reader.number(&length)
            default: reader.skip()
            }
        }
        return .snapshot(
            id: id, revision: Revision(rawValue: revision), length: Int(clamping: length))
    }

    func write(to writer: inout ProtobufWriter) {
        writer.message(1) { head.write(to: &$0) }
        switch content {
        case .commits(let commits):
            for commit in commits { writer.message(2) { commit.write(to: &$0) } }
        case .page(let page): writer.fields(page.fields)
        case .snapshot(let id, let revision, let length):
            writer.message(3) {
                $0.number(id, 1)
                $0.number(revision.rawValue, 2)
                $0.number(UInt64(clamping: length), 3)
            }
        }
        writer.number(lastSequence.rawValue, 4)
        writer.signed(time.rawValue, 5)
        for former in former {
            writer.message(6) {
                $0.fixed(former.epoch.rawValue, 1)
                $0.number(former.end.rawValue, 2)
                $0.flag(former.isHealed, 3)
            }
        }
    }
}

extension FormerHistory: WireReadable {
    typealias Wire = Navsync_V1_FormerHistory

    init(from reader: inout ProtobufReader) throws(WireError) {
        var (epoch, revision): (UInt64, UInt64) = (0, 0)
        var isHealed = false
        while let field = reader.next() {
            switch field {
            case 1: reader.fixed(&epoch)
            case 2: reader.number(&revision)
            case 3: reader.flag(&isHealed)
            default: reader.skip()
            }
        }
        self.init(
            epoch: Epoch(rawValue: epoch), end: Revision(rawValue: revision), isHealed: isHealed)
    }
}

extension Receipt: WireReadable {
    typealias Wire = Navsync_V1_Receipt

    init(from reader: inout ProtobufReader) throws(WireError) {
        var (sequence, revision): (UInt64, UInt64) = (0, 0)
        var outcomes: [Outcome] = []
        while let field = reader.next() {
            switch field {
            case 1: reader.number(&sequence)
            case 2: try reader.append(to: &outcomes)
            case 3: reader.number(&revision)
            default: reader.skip()
            }
        }
        self.init(
            sequence: SequenceNumber(rawValue: sequence), outcomes: outcomes,
            revision: revision == 0 ? nil : Revision(rawValue: revision))
    }

    func write(to writer: inout ProtobufWriter) {
        writer.number(sequence.rawValue, 1)
        for outcome in outcomes { writer.message(2) { outcome.write(to: &$0) } }
        writer.number(revision?.rawValue ?? 0, 3)
    }
}

extension DaemonStatus {
    init(wire: Navsync_V1_DaemonStatus) throws(WireError) {
        var metrics: [String: UInt64] = [:]
        for figure in wire.figures { metrics[figure.name] = figure.value }
        self.init(
            daemonVersion: wire.daemonVersion, instance: wire.instance, uptime: wire.uptime,
            head: try Head(wire: wire.head), connections: Int(wire.connections),
            scenesLoaded: Int(wire.scenesLoaded), commits: wire.commits, metrics: metrics,
            sceneMemory: wire.sceneMemory, userStorage: wire.userStorage)
    }

    var wire: Navsync_V1_DaemonStatus {
        .init {
            $0.daemonVersion = daemonVersion
            $0.instance = instance
            $0.uptime = uptime
            $0.head = head.wire
            $0.connections = UInt32(clamping: connections)
            $0.scenesLoaded = UInt32(clamping: scenesLoaded)
            $0.commits = commits
            $0.sceneMemory = sceneMemory
            $0.userStorage = userStorage
            $0.figures = metrics.sorted { $0.key < $1.key }.map { name, value in
                .init {
                    $0.name = name
                    $0.value = value
                }
            }
        }
    }
}
