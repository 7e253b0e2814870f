import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import SeededRandom
import StoreSamples

/// A daemon's core that has sessions and scenes, on a disk that does all at once.
struct FuzzDaemon: Sendable {
    private var core: DaemonCore
    private var disk = InMemoryStore.Contents()
    private let claim: Claim
    private var now = ClockReading(
        wall: Timestamp(rawValue: 1_700_000_100_000_000), uptime: .seconds(1))
    private var starts: UInt64 = 0
    /// A Boolean value indicating whether the next write fails.
    private var isDiskFull = false
    /// Requests less replies.
    private var unanswered = 0
    /// The epoch that the core has given the scene before its first commit.
    private var firstEpoch = Epoch.none

    /// All who know the daemon have said hello, and a scene has been changed.
    static let shared: Result<FuzzDaemon, any Error> = Result { try FuzzDaemon() }

    /// The caller: its connection's name is its place in ``callers``.
    struct Caller: Sendable {
        let principal: Principal
        let device: DeviceID
    }

    /// The one who administers, a device that has paired, one that may only look, an invitation, and
    /// a local user whom nobody knows.
    static let callers: [Caller] = [
        Caller(principal: .local(uid: 0), device: SampleScene.device),
        Caller(principal: .device(SampleRegistry.key(2)), device: SampleScene.other),
        Caller(principal: .device(SampleRegistry.key(3)), device: DeviceID(high: 3, low: 3)),
        Caller(
            principal: .invitation(InvitationID(rawValue: 4)), device: DeviceID(high: 4, low: 4)),
        Caller(principal: .local(uid: 1_000), device: DeviceID(high: 5, low: 5)),
    ]

    private init() throws {
        claim = disk.claim(.all, after: .zero)
        try disk.commit([], Self.registry, under: claim)
        core = Self.core(starts)
        try greet()
        for commit in SampleScene.shared.commits {
            try submit(
                Change(
                    device: Self.callers[0].device, sequence: commit.stamp.sequence,
                    base: Change.Base(revision: commit.revision, latest: commit.stamp.time),
                    operations: commit.operations), by: 0, age: nil)
        }
    }

    private static let registry: [RegistryChange] = {
        let user = SampleScene.key.user
        let devices = zip([Role.full, .viewer], callers[1...2]).map { role, caller in
            let key: PublicKey? = if case .device(let key) = caller.principal { key } else { nil }
            return RegisteredDevice(
                id: caller.device, name: "device", platform: "fuzz", role: role,
                credential: key.map { .key($0) } ?? .uid(1), invitation: nil, added: .zero,
                revoked: nil)
        }
        let invitation = Invitation(
            id: InvitationID(rawValue: 4), key: SampleRegistry.key(4), name: "tablet", role: .full,
            expires: Timestamp(rawValue: .max), expiresAtUptime: .seconds(100_000))
        return [.user(RegisteredUser(name: user, uid: nil, added: .zero, removed: nil))]
            + devices.map { .device($0, of: user) } + [.invitation(invitation, of: user)]
    }()

    private static func core(_ starts: UInt64) -> DaemonCore {
        let keys = ServerKeysInfo(key: SampleRegistry.key(1), next: nil, switchesAtRestart: false)
        return DaemonCore(
            identity: DaemonIdentity(
                instance: starts, version: "fuzz", started: .zero,
                feed: FeedAddress(socket: "feed.sock", port: nil), owner: 0, ownerName: "ann",
                keys: keys),
            generator: SeededGenerator(seed: starts),
            // Everything is soon old, so that what is done by age is done.
            retention: RetentionPolicy(
                horizon: .seconds(1_000), historyAge: .seconds(2_000), historyCommits: 40,
                historyLength: 100_000, commitsBetweenSnapshots: 4, recentLength: 4_000,
                awaitedLength: 16_000),
            accumulatedUptime: .seconds(starts))
    }

    private mutating func greet() throws {
        for (number, caller) in Self.callers.enumerated() {
            let hello = Hello(
                user: number == 0 ? SampleScene.key.user : nil, device: caller.device,
                name: "device")
            try ask(Request(id: 1, call: .hello(hello)).encoded, by: number)
            try ask(Request(id: 2, call: .presence(scene: .main)).encoded, by: number)
        }
    }

    // MARK: What happens

    mutating func ask(_ frame: [UInt8], by caller: Int) throws {
        unanswered += 1
        let principal = Self.callers[caller].principal
        try step(
            .request(frame, from: Peer(ConnectionID(rawValue: UInt64(caller)), principal)))
        try require(unanswered >= 0, "a request has one reply")
    }

    /// Hands over a change of a device, as the one after its last.
    mutating func submit(_ bytes: [UInt8], by caller: Int, age: Int64?) throws {
        guard let change = try? Change(encoded: bytes) else {
            return try submit(bytes, after: 0, by: caller, age: age)
        }
        try submit(change, by: caller, age: age)
    }

    private mutating func submit(_ change: Change, by caller: Int, age: Int64?) throws {
        let device = Self.callers[caller].device
        let last = try stored?.last[device]?.sequence ?? .zero
        let own = Change(
            device: device, sequence: max(change.sequence, last.next), base: change.base,
            requiredRevision: change.requiredRevision, animated: change.animated,
            operations: change.operations)
        try submit(own.encoded, after: last, by: caller, age: age)
    }

    private mutating func submit(
        _ bytes: [UInt8], after: SequenceNumber, by caller: Int, age: Int64?
    ) throws {
        let submit = SubmitRequest(
            scene: .main, epoch: try stored?.epoch ?? firstEpoch, after: after,
            change: bytes, age: age)
        try ask(Request(id: 3, call: .submit(submit)).encoded, by: caller)
    }

    private var stored: StoredScene? {
        get throws { try disk.load(SampleScene.key, under: claim) }
    }

    mutating func subscribe(_ topic: [UInt8], by caller: Int) throws {
        try step(.subscribed(topic, by: Self.callers[caller].principal))
    }

    mutating func pass(_ time: Duration) throws {
        now = ClockReading(
            wall: now.wall.advanced(byMicroseconds: time.components.seconds * 1_000_000),
            uptime: now.uptime + time)
        try step(.tick)
    }

    mutating func failNextWrite() { isDiskFull = true }

    mutating func restart() throws {
        starts += 1
        core = Self.core(starts)
        unanswered = 0
        try greet()
    }

    /// Sees to it that all has been answered, and that what is on disk is in order.
    mutating func check() throws {
        for _ in 0..<40 where unanswered > 0 { try pass(.seconds(1)) }
        try require(unanswered == 0, "each request has a reply")
        guard let stored = try stored else { return }
        try stored.state.checkForm()
        try require(stored.revision >= stored.oldestRevision, "the log ends after it begins")
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
            try requireSurvival(of: bytes)
            try require(bytes.count <= WireLimits.controlFrame, "a reply fits a frame")
            if case .heads(let answer) = reply.result, let head = answer.heads.first {
                firstEpoch = head.epoch
            }
        case .publish(let frame, _):
            try require(frame.count <= WireLimits.feed, "a publication fits a frame")
        case .load(let key): try step(.loaded(key, .success(disk.load(key, under: claim))))
        case .persist(let writes, let changes): try persist(writes, changes)
        case .fetch(let fetch, let readID): try step(.fetched(readID, .success(read(fetch))))
        case .serverKey(_, let readID):
            try step(.serverKey(readID, .failure(Failure(.unavailable, "there is no other key"))))
        case .fleet(_, let readID): try step(.fleet(readID, .success(.embedded)))
        case .encode(let sample): try step(.encoded(sample, sample.snapshot))
        case .proceed: try step(.proceed)
        case .prune(let pruning): try step(.pruned(pruning.run()))
        case .compact(let key, let revision):
            let done = try disk.compact(key, upTo: revision, limit: 7, under: claim)
            try step(.compacted(key, .success(done)))
        case .recordUptime(let accumulatedUptime):
            try disk.recordUptime(accumulatedUptime, under: claim)
        case .readMap, .disconnectAll, .disconnect, .measure, .stop, .damaged, .ahead: break
        }
    }

    private mutating func persist(_ writes: [SceneWrite], _ changes: [RegistryChange]) throws {
        guard !isDiskFull else {
            isDiskFull = false
            return try step(.persisted(.failure(.failed("the disk is full"))))
        }
        for commit in writes.flatMap(\.commits) {
            let decoded = try commit.decoded()
            try require(decoded.encoded[...] == commit.bytes, "a commit survives the wire")
        }
        for write in writes {
            let head = write.commits.last?.revision ?? write.expected
            let isGapless = head.rawValue == write.expected.rawValue + UInt64(write.commits.count)
            try require(isGapless, "revisions have no gap")
        }
        // It refuses what does not follow.
        try disk.commit(writes, changes, under: claim)
        try step(.persisted(.success(())))
    }

    private func read(_ fetch: StoreRead) -> StoreReadResult {
        switch fetch {
        case .status(let sample): return .status(sample.recomputedHead, of: sample.key)
        case .snapshot(let sample): return .snapshot(sample.snapshot, of: sample)
        case .tail(let commits, let key, let mirror):
            return .commits(CommitPage(commits), of: key, after: mirror)
        case .history(let key, let position, let limit, _):
            let commits = disk.log(of: key, after: position.revision, limit: limit + 1)
            return .history(
                CommitPage(Array(commits.prefix(limit)), for: .history),
                hasMore: commits.count > limit,
                of: key)
        case .commits(let key, let mirror):
            let commits = disk.log(
                of: key, after: mirror.revision, limit: DaemonLimits.tail,
                length: WireLimits.chunk)
            return .commits(CommitPage(commits), of: key, after: mirror)
        case .summary(let handed, let present):
            return .summary(handed.summary(beside: present), of: handed)
        case .heal(let plan): return .healed(disk.healed(by: plan), by: plan)
        case .storedReceipt(let key, let device, let sequence, let hash):
            return .storedReceipt(disk.storedReceipt(of: sequence, by: device, in: key), hash: hash)
        case .state(let key, let revision):
            return .state((try? disk.state(of: key, at: revision)) ?? nil, of: key, at: revision)
        case .account(let user):
            return .account(disk.account(of: user), disk.usage(of: user), of: user)
        case .owner(let principal): return .owner(disk.owner(of: principal), of: principal)
        case .reserve(let registration):
            return .reserved(disk.owner(of: registration.principal), registration)
        case .users(let name, let limit):
            let users = disk.users(after: name, limit: limit + 1)
            let entries = users.prefix(limit).map {
                UserInfo(name: $0.name, uid: $0.uid, added: $0.added, devices: 0, scenes: 0)
            }
            return .users(entries, hasMore: users.count > limit)
        case .audit(let sample, let isWhole):
            return .audit(
                disk.audit(sample.key, upTo: sample.head.revision, wholeStore: isWhole),
                memory: sample.recomputedHead)
        }
    }
}

/// Throws unless an encoded reply is decoded as what it says, however often. A page of commits is
/// decoded as commits, so replies are not compared with those before their encoding.
func requireSurvival(of bytes: [UInt8]) throws {
    let reply = try Reply(encoded: bytes)
    try require(Reply(encoded: reply.encoded) == reply, "a reply survives the wire")
}

/// Asks a daemon, step by step: frames as they are, changes in a submission that is in order, and
/// what happens in between.
func fuzzRequest(_ bytes: [UInt8]) throws {
    var daemon = try FuzzDaemon.shared.get()
    for step in Script(bytes).prefix(32) {
        switch step.kind & 15 {
        case 3: try daemon.submit(step.content, by: 0, age: nil)
        case 4: try daemon.submit(step.content, by: 1, age: nil)
        case 5: try daemon.submit(step.content, by: 1, age: 0)
        case 6: try daemon.submit(step.content, by: 1, age: .max)
        case 7: try daemon.submit(step.content, by: 0, age: 30_000_000)
        case 8: try daemon.subscribe(step.content, by: Int(step.kind >> 4) % 5)
        case 9: try daemon.pass(.seconds(step.content.reduce(0) { $0 + 10 * Int($1) }))
        case 10: try daemon.restart()
        case 11: daemon.failNextWrite()
        default: try daemon.ask(step.content, by: Int(step.kind >> 4) % 5)
        }
    }
    try daemon.check()
}
