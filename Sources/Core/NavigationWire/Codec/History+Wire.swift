internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProto

extension HistoryPage: WireReadable {
    typealias Wire = Navsync_V1_HistoryPage

    init(from reader: inout ProtobufReader) throws(WireError) {
        var commits: [Commit] = []
        var hasMore = false
        var oldest: UInt64 = 0
        while let field = reader.next() {
            switch field {
            case 1: try reader.append(to: &commits)
            case 2: reader.flag(&hasMore)
            case 3: reader.number(&oldest)
            default: reader.skip()
            }
        }
        self.init(
            commits: commits, hasMore: hasMore, oldestRevision: Revision(rawValue: oldest))
    }

    func write(to writer: inout ProtobufWriter) {
        for commit in commits { writer.message(1) { commit.write(to: &$0) } }
        writer.flag(hasMore, 2)
        writer.number(oldestRevision.rawValue, 3)
    }
}

extension EncodedHistory {
    func write(to writer: inout ProtobufWriter) {
        writer.fields(page.fields)
        writer.flag(hasMore, 2)
        writer.number(oldestRevision.rawValue, 3)
    }
}

extension PastSnapshotOffer {
    init(wire: Navsync_V1_PastState) throws(WireError) {
        self.init(
            id: wire.snapshot.id, length: Int(clamping: wire.snapshot.length),
            revision: Revision(rawValue: wire.snapshot.revision),
            epoch: Epoch(rawValue: wire.epoch), digest: try Digest(wire: [UInt8](wire.digest)))
    }

    var wire: Navsync_V1_PastState {
        .init {
            $0.snapshot = .init {
                $0.id = id
                $0.revision = revision.rawValue
                $0.length = UInt64(clamping: length)
            }
            $0.epoch = epoch.rawValue
            $0.digest = .init(digest.bytes)
        }
    }
}

extension Audit {
    init(wire: Navsync_V1_Audited) throws(WireError) {
        self.init(
            memory: try Head(wire: wire.memory), replay: try CheckResult(wire: wire.replay),
            snapshot: try CheckResult(wire: wire.snapshot),
            fault: wire.fault.isEmpty ? nil : wire.fault, isOfWholeStore: !wire.sceneOnly)
    }

    var wire: Navsync_V1_Audited {
        .init {
            $0.memory = memory.wire
            $0.replay = replay.wire
            $0.snapshot = snapshot.wire
            $0.fault = fault ?? ""
            $0.sceneOnly = !isOfWholeStore
        }
    }
}

extension Audit.CheckResult {
    init(wire: Navsync_V1_Finding) throws(WireError) {
        guard wire.fault.isEmpty else {
            self = .unreadable(wire.fault)
            return
        }
        self = .state(
            digest: try Digest(wire: [UInt8](wire.digest)),
            revision: Revision(rawValue: wire.revision), start: Revision(rawValue: wire.start))
    }

    var wire: Navsync_V1_Finding {
        .init {
            switch self {
            case .state(let digest, let revision, let start):
                $0.digest = .init(digest.bytes)
                $0.revision = revision.rawValue
                $0.start = start.rawValue
            case .unreadable(let why):
                $0.fault = why.isEmpty ? "unreadable" : why
            }
        }
    }
}
