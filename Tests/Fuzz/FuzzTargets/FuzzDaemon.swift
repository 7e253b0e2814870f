import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom

/// A daemon's core that has sessions and scenes, on a disk that does all at once.
struct FuzzDaemon: Sendable {
    private var core: DaemonCore
    private var disk: [SceneKey: StoredScene] = [:]
    private var log: [SceneKey: [Commit]] = [:]
    private var settlements: [SceneKey: [Settlement]] = [:]
    private var now = Moment(wall: Timestamp(rawValue: 1_700_000_100_000_000), uptime: .seconds(1))
    private var starts: UInt64 = 0
    /// Whether the next write fails.
    private var isDiskFull = false
    /// Requests without a reply, less replies without a request.
    private(set) var unanswered = 0

    /// Two devices that have said hello, and a scene that both have changed.
    static let shared: Result<FuzzDaemon, any Error> = Result { try FuzzDaemon() }

    private init() throws {
        core = Self.core(starts)
        for (number, device) in Self.devices.enumerated() { try greet(device, UInt8(number)) }
        for commit in SampleScene.shared.commits {
            try submit(
                Change(
                    device: Self.devices[0], sequence: commit.stamp.sequence,
                    base: Change.Base(revision: commit.revision, latest: commit.stamp.time),
                    operations: commit.operations), by: 0, age: nil)
        }
    }

    /// Their peers are named by their places here.
    static let devices = [SampleScene.device, SampleScene.other]
    /// A peer that has not said hello.
    static let stranger: UInt8 = 9

    private static func core(_ starts: UInt64) -> DaemonCore {
        DaemonCore(
            identity: DaemonIdentity(
                instance: starts, version: "fuzz", started: .zero,
                feed: FeedAddress(socket: "feed.sock", port: nil)),
            generator: SeededGenerator(seed: starts),
            // Everything is soon old, so that what is done by age is done.
            retention: Retention(
                horizon: .seconds(1_000), historyAge: .seconds(2_000), historyCommits: 40,
                historyLength: 100_000, commitsBetweenSnapshots: 4),
            lived: .seconds(starts))
    }

    private mutating func greet(_ device: DeviceID, _ peer: UInt8) throws {
        let hello = Hello(user: SampleScene.key.user, device: device, name: "device")
        try ask(Request(id: 1, call: .hello(hello)).encoded, by: peer)
        try ask(Request(id: 2, call: .presence(scene: .main)).encoded, by: peer)
    }

    // MARK: What happens

    mutating func ask(_ frame: [UInt8], by peer: UInt8) throws {
        unanswered += 1
        try step(.request(frame, from: Peer(identity: [peer])))
        try require(unanswered == 0, "each request has one reply")
    }

    /// Hands over a change of a device, as the one after its last.
    mutating func submit(_ bytes: [UInt8], by peer: UInt8, age: Int64?) throws {
        guard let change = try? Change(encoded: bytes) else {
            return try submit(bytes, after: 0, by: peer, age: age)
        }
        try submit(change, by: peer, age: age)
    }

    private mutating func submit(_ change: Change, by peer: UInt8, age: Int64?) throws {
        let device = Self.devices[Int(peer)]
        let last = disk[SampleScene.key]?.last[device]?.sequence ?? .zero
        let own = Change(
            device: device, sequence: max(change.sequence, last.next), base: change.base,
            requiredRevision: change.requiredRevision, animated: change.animated,
            operations: change.operations)
        try submit(own.encoded, after: last, by: peer, age: age)
    }

    private mutating func submit(
        _ bytes: [UInt8], after: SequenceNumber, by peer: UInt8, age: Int64?
    ) throws {
        let submit = Submit(
            scene: .main, epoch: disk[SampleScene.key]?.epoch ?? firstEpoch, after: after,
            change: bytes, age: age)
        try ask(Request(id: 3, call: .submit(submit)).encoded, by: peer)
    }

    /// The epoch that the core has given the scene before its first commit.
    private var firstEpoch = Epoch.none

    mutating func subscribe(_ topic: [UInt8]) throws { try step(.subscribed(topic)) }

    mutating func pass(_ time: Duration) throws {
        now = Moment(
            wall: now.wall.advanced(byMicroseconds: time.components.seconds * 1_000_000),
            uptime: now.uptime + time)
        try step(.tick)
    }

    mutating func failNextWrite() { isDiskFull = true }

    mutating func restart() throws {
        starts += 1
        core = Self.core(starts)
        for (number, device) in Self.devices.enumerated() { try greet(device, UInt8(number)) }
    }

    /// Compares what is on disk with what a mirror would make of it.
    func check() throws {
        for scene in disk.values {
            try scene.state.checkForm()
            try require(scene.revision >= scene.retained, "the log ends after it begins")
        }
    }

    // MARK: What the shell does

    private mutating func step(_ event: DaemonCore.Event) throws {
        for effect in core.step(event, at: now) { try perform(effect) }
    }

    private mutating func perform(_ effect: DaemonCore.Effect) throws {
        switch effect {
        case .reply(let reply, _):
            unanswered -= 1
            let bytes = reply.encoded
            try require(Reply(encoded: bytes) == reply, "a reply survives the wire")
            try require(bytes.count <= WireLimits.controlFrame, "a reply fits a frame")
            if case .heads(let heads, _, _) = reply.result, let head = heads.first {
                firstEpoch = head.epoch
            }
        case .publish(let feed, _):
            let bytes = feed.encoded
            try require(Feed(encoded: bytes) == feed, "a publication survives the wire")
            try require(bytes.count <= WireLimits.feed, "a publication fits a frame")
        case .load(let key): try step(.loaded(key, .success(disk[key])))
        case .persist(let writes): try persist(writes)
        case .fetch(let fetch, let ticket):
            try step(.fetched(ticket, read(fetch).map { .success($0) } ?? Self.unreadable))
        case .compact(let key, let revision): try compact(key, upTo: revision)
        case .note, .stop: break
        }
    }

    private static let unreadable = Result<Fetched, DaemonCore.PersistenceFailure>.failure(
        .failed("unreadable"))

    private mutating func persist(_ writes: [SceneWrite]) throws {
        guard !isDiskFull else {
            isDiskFull = false
            return try step(.persisted(.failure(.failed("the disk is full"))))
        }
        for write in writes { try keep(write) }
        try step(.persisted(.success(())))
    }

    private mutating func keep(_ write: SceneWrite) throws {
        let former = disk[write.key]
        var state = former?.state ?? SceneState()
        var last = former?.last ?? [:]
        var revision = former?.revision ?? .zero
        try require(write.expected == revision, "a write follows what is on disk")
        for commit in write.commits {
            try require(commit.revision == revision.next, "revisions have no gap")
            try require(Commit(encoded: commit.encoded) == commit, "a commit survives the wire")
            state.apply(commit)
            revision = commit.revision
        }
        if let snapshot = write.snapshot {
            try require(SceneState(snapshot: snapshot) == state, "a snapshot is the state")
        }
        for settlement in write.settlements { last[settlement.device] = settlement }
        log[write.key, default: []] += write.commits
        settlements[write.key, default: []] += write.settlements
        let mark = Mark(revision: revision, lived: write.lived, position: write.position)
        disk[write.key] = StoredScene(
            epoch: write.epoch, revision: revision, state: state, snapshotRevision: .zero,
            last: last, retained: former?.retained ?? .zero,
            snapshots: (former?.snapshots ?? []) + (write.snapshot == nil ? [] : [mark]),
            marks: (former?.marks ?? []) + (write.isMarked ? [mark] : []), position: write.position)
    }

    private mutating func compact(_ key: SceneKey, upTo revision: Revision) throws {
        if let scene = disk[key] {
            disk[key] = StoredScene(
                epoch: scene.epoch, revision: scene.revision, state: scene.state,
                snapshotRevision: scene.snapshotRevision, last: scene.last, retained: revision,
                snapshots: scene.snapshots.filter { $0.revision >= revision }, marks: scene.marks,
                position: scene.position)
        }
        try step(
            .compacted(key, .success(Compaction(retained: revision, isComplete: true))))
    }

    private func read(_ fetch: Fetch) -> Fetched? {
        switch fetch {
        case .history(let key, let revision, let limit):
            let commits = log[key, default: []].filter { $0.revision > revision }
            return .history(
                Array(commits.prefix(limit)), hasMore: commits.count > limit, of: key)
        case .settlement(let key, let device, let sequence, let hash):
            let known = settlements[key, default: []].last {
                $0.device == device && $0.sequence == sequence
            }
            return .settlement(known, hash: hash)
        case .state(let key, let revision):
            guard let scene = disk[key] else { return .state(nil, of: key, at: revision) }
            var state = SceneState()
            for commit in log[key, default: []].prefix(while: { $0.revision <= revision }) {
                state.apply(commit)
            }
            let past = PastState.state(
                snapshot: state.snapshot, digest: state.digest, epoch: scene.epoch)
            return .state(past, of: key, at: revision)
        case .population(let user):
            let scenes = disk.filter { $0.key.user == user }
            let devices = Set(scenes.values.flatMap(\.last.keys))
            return .population(
                Population(scenes: Set(scenes.keys.map(\.scene)), devices: devices), of: user)
        case .audit: return nil
        }
    }
}
