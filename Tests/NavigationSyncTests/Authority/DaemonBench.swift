import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationText
import NavigationWire
import SeededRandom

/// A daemon's core on a bench, on a store without a disk: a script plays devices, clocks and faults.
struct DaemonBench {
    static let user: UserID = "ann"
    static let key = SceneKey(user: user, scene: .main)
    static let noon = Timestamp(rawValue: 1_700_000_000_000_000)

    var core: DaemonCore
    private(set) var store: InMemoryStore
    private(set) var claim: Claim
    var now: ClockReading
    /// The publications that were not taken yet.
    var published: [FeedMessage] = []
    /// The reason for which the daemon wanted to stop.
    private(set) var stop: String?
    /// The reported damage.
    private(set) var damages: [Damage] = []
    /// The devices reported to be ahead of the daemon.
    private(set) var ahead: [DeviceAhead] = []
    /// Calls of the store that compact.
    private(set) var compactions = 0
    private var compactionFailure: StoreError?
    /// The principals that were disconnected, and not taken yet.
    var cuts: [Principal] = []
    /// Connections that were dropped, and not taken yet.
    var drops: [Peer] = []
    /// Topics that were reported as expired, and not taken yet.
    var gone: [[UInt8]] = []
    /// Bytes of the database in use, as the store reports them.
    var usedLength = 0
    /// The number of the next reads that fail.
    var failingReads = 0
    /// A Boolean value indicating whether what is read at length stays under way until ``read()``.
    var isHoldingReads = false
    /// The reads at length that are under way.
    private(set) var heldReads: [(fetch: StoreRead, readID: ReadID)] = []
    /// A Boolean value indicating whether what is encoded stays under way until ``encode()``.
    var isHoldingSnapshots = false
    private var heldSamples: [SceneCapture] = []
    /// A Boolean value indicating whether what is pruned elsewhere stays under way until ``prune()``.
    var isHoldingPrunings = false
    /// The prunings that are under way.
    private(set) var heldPrunings: [Pruning] = []
    /// A Boolean value indicating whether scenes that are read stay under way until ``finishLoads()``.
    var isHoldingLoads = false
    /// The scenes that were read, and are under way.
    private(set) var heldLoads: [DaemonCore.Event] = []
    /// The users that are served, as the map has them.
    var map = ServedUsers.everything
    /// A Boolean value indicating whether the map is read with ``place(_:)`` alone.
    var isHoldingMap = false
    private var isHolding = false
    private var heldWrites: [(writes: [SceneWrite], changes: [RegistryChange])] = []
    private var replies: [UInt64: Reply.Result] = [:]
    /// The keys that publications are opened with, as devices learn them.
    private var welcomes: [[UInt8]: Welcome] = [:]
    private let disk: InMemoryStore.Storage
    private let retention: RetentionPolicy
    private var instance: UInt64 = 1
    private var lastRequest: UInt64 = 0
    private var sequences: [DeviceID: SequenceNumber] = [:]

    init(
        on disk: InMemoryStore.Storage = InMemoryStore.Storage(),
        retention: RetentionPolicy = RetentionPolicy(),
        wall: Timestamp = noon, acknowledged: [SceneKey: [Head]] = [:]
    ) async throws {
        self.disk = disk
        self.retention = retention
        now = ClockReading(wall: wall, uptime: .seconds(500))
        store = InMemoryStore(on: disk)
        claim = try await store.claim(.all, after: .zero)
        let identity = try await store.identity(under: claim)
        core = Self.core(
            1, now, retention,
            StoreIdentity(
                id: identity.id, epochSeed: identity.epochSeed, acknowledged: acknowledged),
            try await store.accumulatedUptime(under: claim))
    }

    /// The local user whom the daemon runs as.
    static let owner: UInt32 = 990

    private static func core(
        _ instance: UInt64, _ now: ClockReading, _ retention: RetentionPolicy,
        _ store: StoreIdentity,
        _ accumulatedUptime: Duration
    ) -> DaemonCore {
        var core = DaemonCore(
            identity: .sample(instance, owner: owner, started: now.uptime),
            generator: SeededGenerator(seed: instance), retention: retention, store: store,
            accumulatedUptime: accumulatedUptime)
        core.addresses = ["127.0.0.1:7440"]
        return core
    }

    // MARK: Faults and time

    /// The process dies and starts again, with the clocks' readings then.
    mutating func restart(at moment: ClockReading? = nil, renewingEpochs: Bool = false) async throws
    {
        now = moment ?? now
        instance += 1
        store = InMemoryStore(on: disk)
        claim = try await store.claim(.all, after: claim.term)
        if renewingEpochs {
            try await store.renewEpochs(under: claim) { Epoch(rawValue: .random(in: 1 ... .max)) }
        }
        core = Self.core(
            instance, now, retention, try await store.identity(under: claim),
            try await store.accumulatedUptime(under: claim))
        replies = [:]
    }

    /// Sets what scenes may take, and how often clients may come.
    mutating func set(_ quotas: Quotas) {
        core.storage = StorageQuotas(quotas)
        core.rates = RateLimits(quotas)
    }

    /// Lets the next step of a compaction fail.
    mutating func failCompaction(with error: StoreError) {
        compactionFailure = error
    }

    /// Time passes on both clocks, with every tick that the core wants on the way.
    mutating func pass(_ time: Duration) async {
        let end = now.uptime + time
        while let due = core.nextTick, due < end {
            advance(to: max(due, now.uptime))
            await step(.tick)
        }
        advance(to: end)
        await step(.tick)
    }

    private mutating func advance(to uptime: Duration) {
        let passed = uptime - now.uptime
        let (seconds, attoseconds) = passed.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        now = ClockReading(wall: now.wall.advanced(byMicroseconds: microseconds), uptime: uptime)
    }

    /// The system's clock is set to another time.
    mutating func setWall(_ wall: Timestamp) {
        now = ClockReading(wall: wall, uptime: now.uptime)
    }

    // MARK: Clients

    /// Sends a request as a device, after a hello, and waits for the reply.
    mutating func ask(_ device: UInt64, _ call: Request.Call) async -> Reply.Result? {
        let peer = Peer(ConnectionID(rawValue: device), .local(uid: Self.owner))
        let hello = Hello(
            user: Self.user, device: Self.device(device),
            name: DeviceName(unchecked: "device-\(device)"))
        _ = await send(.hello(hello), from: peer)
        return await send(call, from: peer)
    }

    /// Sends a request on a connection of `principal`, as it is, and waits for the reply.
    mutating func ask(
        _ principal: Principal, connection: UInt8 = 0, at origin: String = "",
        _ call: Request.Call
    ) async -> Reply.Result? {
        await send(call, from: Self.peer(principal, connection, at: origin))
    }

    /// Sends a request without waiting: writes stay under way until ``land(failing:because:)``.
    mutating func post(_ principal: Principal, _ call: Request.Call) async -> UInt64 {
        isHolding = true
        lastRequest += 1
        await step(
            .request(Request(id: lastRequest, call: call).encoded, from: Self.peer(principal)))
        return lastRequest
    }

    /// Returns the reply to a posted request, if it has come.
    func answer(to request: UInt64) -> Reply.Result? { replies[request] }

    /// The writer is done with what it held, or fails.
    mutating func land(failing: Bool = false, because why: String = "the disk is full") async {
        isHolding = false
        let held = heldWrites
        heldWrites = []
        for (writes, changes) in held {
            guard !failing else {
                await step(.persisted(.failure(.failed(why))))
                continue
            }
            await step(
                .persisted(
                    await result { try await store.commit(writes, changes, under: claim) }))
        }
    }

    /// The disk has no room, or has again; what takes away is written all the same.
    mutating func fillDisk(_ isFull: Bool) async {
        let full = StoreError.full("the disk is full: free some space")
        await store.refuseCommits(with: isFull ? full : nil)
        if !isFull { await step(.room(lacking: nil)) }
    }

    /// The writer reports a write of unknown result.
    mutating func landUnknown(isWritten: Bool) async {
        isHolding = false
        let held = heldWrites
        heldWrites = []
        for (writes, changes) in held {
            if isWritten {
                _ = await result { try await store.commit(writes, changes, under: claim) }
            }
            await step(.persisted(.failure(.indeterminate("a write's fate is unknown"))))
        }
    }

    /// Reads what was held longest, unless nothing is.
    mutating func read() async {
        guard let (fetch, readID) = heldReads.first else { return }
        heldReads.removeFirst()
        await step(.fetched(readID, await result { try await read(fetch) }))
    }

    /// Has the check that was held longest find this.
    mutating func read(_ audit: StoredAudit) async {
        guard case (.audit(let sample, _), let readID)? = heldReads.first else { return }
        heldReads.removeFirst()
        await step(.fetched(readID, .success(.audit(audit, memory: sample.recomputedHead))))
    }

    /// Encodes what was held longest, unless nothing is.
    mutating func encode() async {
        guard !heldSamples.isEmpty else { return }
        let sample = heldSamples.removeFirst()
        await step(.encoded(sample, sample.snapshot))
    }

    /// Prunes what was held longest, unless nothing is.
    mutating func prune() async {
        guard !heldPrunings.isEmpty else { return }
        let pruning = heldPrunings.removeFirst()
        await step(.pruned(pruning.run()))
    }

    /// A connection on which a request was posted is closed.
    mutating func leave(_ principal: Principal) async {
        await step(.unreachable(Self.peer(principal)))
    }

    /// Returns a connection of a principal, other than those of devices after a hello.
    private static func peer(
        _ principal: Principal, _ connection: UInt8 = 0, at origin: String = ""
    ) -> Peer {
        Peer(ConnectionID(rawValue: 1 << 32 + UInt64(connection)), principal, origin: origin)
    }

    /// Ends the loads that were held, with what was read.
    mutating func finishLoads() async {
        let held = heldLoads
        heldLoads = []
        for event in held { await step(event) }
    }

    /// Subscribes to a topic.
    mutating func subscribe(_ principal: Principal?, to topic: Topic) async {
        await subscribe(principal, to: topic.bytes)
    }

    /// Subscribes to any bytes.
    mutating func subscribe(_ principal: Principal?, to topic: [UInt8]) async {
        await step(.subscribed(topic, by: principal))
    }

    static func device(_ number: UInt64) -> DeviceID { DeviceID(high: 1, low: number) }

    private mutating func send(_ call: Request.Call, from peer: Peer) async -> Reply.Result? {
        lastRequest += 1
        let id = lastRequest
        await step(.request(Request(id: id, call: call).encoded, from: peer))
        return replies.removeValue(forKey: id)
    }

    /// Submits a change of a device, made on a base, some time ago.
    mutating func submit(
        _ device: UInt64, _ operations: [Operation], scene: SceneID = .main,
        base: Change.Base? = nil, age: Int64? = 0, sequence: SequenceNumber? = nil
    ) async -> Reply.Result? {
        guard case .synced(let synced) = await ask(device, .presenceOf(scene)) else { return nil }
        let sequence = sequence ?? synced.lastSequence.next
        let change = Change(
            device: Self.device(device), sequence: sequence,
            base: base
                ?? Change.Base(revision: synced.head.revision, latest: Timestamp(rawValue: .max)),
            operations: operations)
        return await ask(
            device,
            .submit(
                SubmitRequest(
                    scene: scene, epoch: synced.head.epoch, after: synced.lastSequence,
                    change: change.encoded, age: age)))
    }

    /// Returns the place where the scene is.
    mutating func head(_ scene: SceneID = .main) async -> Head? {
        let reply = await ask(99, .presence(scene: scene))
        return reply?.heads?.first
    }

    /// The state as it is on disk.
    func stored() async throws -> StoredScene? {
        try await store.load(Self.key, under: claim)
    }

    /// The whole log.
    func log() async throws -> [Commit] {
        try await store.commits(of: Self.key, after: .zero, limit: 1_000_000)
    }

    // MARK: The shell

    mutating func step(_ event: DaemonCore.Event) async {
        var events = [event]
        while !events.isEmpty {
            let effects = core.step(events.removeFirst(), at: now)
            for effect in effects {
                if let event = await perform(effect) { events.append(event) }
            }
        }
    }

    private mutating func perform(_ effect: DaemonCore.Effect) async -> DaemonCore.Event? {
        switch effect {
        case .reply(let reply, _):
            replies[reply.id] = reply.result
            guard case .welcome(let welcome) = reply.result else { break }
            welcomes[welcome.topic.bytes] = welcome
            // As a device does at once; it gets no answer, which is for tests of that.
            return .subscribed(welcome.topic.bytes, by: nil)
        case .publish(FeedFrame.expiredFrame, let topic):
            gone.append(topic)
        case .publish(let frame, let topic):
            guard let welcome = welcomes[topic],
                let publication = try? FeedFrame(
                    opening: frame, topic: welcome.topic, key: welcome.feedKey),
                case .feed(let feed) = publication
            else { break }
            published.append(feed)
        case .load(let key):
            let read = await result { try await store.load(key, under: claim) }
            guard isHoldingLoads else { return .loaded(key, read) }
            heldLoads.append(.loaded(key, read))
        case .persist(let writes, let changes) where isHolding:
            heldWrites.append((writes, changes))
        case .persist(let writes, let changes):
            return .persisted(
                await result { try await store.commit(writes, changes, under: claim) })
        case .fetch(_, let readID) where failingReads > 0:
            failingReads -= 1
            return .fetched(readID, .failure(.failed("the disk can't be read")))
        case .fetch(let fetch, let readID) where isHoldingReads:
            heldReads.append((fetch, readID))
        case .fetch(let fetch, let readID):
            return .fetched(readID, await result { try await read(fetch) })
        case .encode(let sample) where isHoldingSnapshots:
            heldSamples.append(sample)
        case .encode(let sample):
            return .encoded(sample, sample.snapshot)
        case .proceed:
            return .proceed
        case .prune(let pruning) where isHoldingPrunings:
            heldPrunings.append(pruning)
        case .prune(let pruning):
            return .pruned(pruning.run())
        case .compact(let key, let revision):
            compactions += 1
            if let failure = compactionFailure {
                compactionFailure = nil
                return .compacted(
                    key, .failure(failure == .fenced ? .fenced("fenced") : .failed("\(failure)")))
            }
            return .compacted(
                key,
                await result {
                    try await store.compact(
                        key, upTo: revision, limit: DaemonLimits.compactionStep, under: claim)
                })
        case .recordUptime(let accumulatedUptime):
            try? await store.recordUptime(accumulatedUptime, under: claim)
        case .readMap: return isHoldingMap ? nil : placed
        case .measure:
            return .measured(usedLength)
        case .disconnectAll(let principal):
            cuts.append(principal)
        case .disconnect(let peer):
            drops.append(peer)
        case .serverKey(let action, let readID):
            let isThere = action != .cancel
            return .serverKey(
                readID,
                .success(
                    ServerKeysInfo(
                        key: .sample(0), next: isThere ? .sample(99) : nil,
                        switchesAtRestart: action == .switchOver)))
        case .fleet(_, let readID): return .fleet(readID, .success(.embedded))
        case .damaged(let damage): damages.append(damage)
        case .ahead(let device): ahead.append(device)
        case .stop(let why):
            stop = why.description
        }
        return nil
    }

    private func read(_ fetch: StoreRead) async throws -> StoreReadResult {
        switch fetch {
        case .status(let sample): return .status(sample.recomputedHead, of: sample.key)
        case .snapshot(let sample): return .snapshot(sample.snapshot, of: sample)
        case .tail(let commits, let key, let mirror):
            return .commits(CommitPage(commits), of: key, after: mirror)
        case .history(let key, let position, let limit, _):
            let commits = try await store.log(
                of: key, after: position.revision, limit: limit + 1, length: .max)
            let page = CommitPage(Array(commits.prefix(limit)), for: .history)
            return .history(page, hasMore: commits.count > limit, of: key)
        case .commits(let key, let mirror):
            let commits = try await store.log(
                of: key, after: mirror.revision, limit: DaemonLimits.tail,
                length: WireLimits.chunk)
            return .commits(CommitPage(commits), of: key, after: mirror)
        case .summary(let handed, let present):
            return .summary(handed.summary(beside: present), of: handed)
        case .heal(let plan):
            var healing = plan.begin()
            if let start = plan.logStart {
                healing?.add(try await store.commits(of: plan.key, after: start, limit: 10_000))
            }
            return .healed(healing?.finish(), by: plan)
        case .storedReceipt(let key, let device, let sequence, let hash):
            return .storedReceipt(
                try await store.storedReceipt(of: sequence, by: device, in: key), hash: hash)
        case .state(let key, let revision):
            return .state(try await store.state(of: key, at: revision), of: key, at: revision)
        case .account(let user):
            return .account(
                try await store.account(of: user), try await store.usage(of: user), of: user)
        case .owner(let principal):
            return .owner(try await store.owner(of: principal), of: principal)
        case .reserve(let it):
            return .reserved(try await store.reserve(it.principal, for: it.user), it)
        case .users(let name, let limit):
            let users = try await store.users(after: name, limit: limit + 1)
            let entries = users.prefix(limit).map {
                UserInfo(name: $0.name, uid: $0.uid, added: $0.added, devices: 0, scenes: 0)
            }
            return .users(entries, hasMore: users.count > limit)
        case .audit(let sample, let isWhole):
            return .audit(
                try await store.audit(sample.key, upTo: sample.head.revision, wholeStore: isWhole),
                memory: sample.recomputedHead)
        }
    }

    private func result<Value>(
        _ body: () async throws -> Value
    ) async -> Result<Value, DaemonCore.PersistenceFailure> {
        do { return .success(try await body()) } catch StoreError.fenced {
            return .failure(.fenced("fenced"))
        } catch StoreError.indeterminate(let why) {
            return .failure(.indeterminate(why))
        } catch StoreError.full(let why) {
            return .failure(.full("\(why)"))
        } catch StoreError.damaged(let why) {
            return .failure(.damaged(Damage(of: nil, why)))
        } catch StoreError.damagedScene(let key, let why) {
            return .failure(.damaged(Damage(of: key, why)))
        } catch StoreError.filesMissing(let why) {
            return .failure(.filesMissing(why))
        } catch {
            return .failure(.failed("\(error)"))
        }
    }
}

extension Request.Call {
    /// A sync from the beginning: the reply has the head of the scene and the device's sequence
    /// number.
    fileprivate static func presenceOf(_ scene: SceneID) -> Request.Call {
        .sync(scene: scene, epoch: .none, revision: .zero)
    }
}
