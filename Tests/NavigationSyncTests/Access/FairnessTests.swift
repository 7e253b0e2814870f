import DeviceStore
import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom
import Testing

@Suite("Rates and shares")
struct FairnessTests {
    @Test("A bucket gives so many at once, and so many a second")
    func bucket() {
        var bucket = TokenBucket(RateLimits.Rate(perSecond: 10, burst: 3), at: .seconds(5))
        for _ in 0..<3 { #expect(bucket.take(at: .seconds(5)) == nil) }
        #expect(bucket.take(at: .seconds(5)) == .milliseconds(100))
        #expect(bucket.take(at: .milliseconds(5_050)) == .milliseconds(50))
        #expect(bucket.take(at: .milliseconds(5_100)) == nil)
        #expect(bucket.take(at: .milliseconds(5_100)) != nil)
        // Time that goes back, and a rest of any length.
        #expect(bucket.take(at: .seconds(1)) != nil)
        for _ in 0..<3 { #expect(bucket.take(at: .seconds(1 << 40)) == nil) }
        #expect(bucket.take(at: .seconds(1 << 40)) != nil)
    }

    @Test(
        "A bucket holds the burst and no more, however full it was before a rest of any length",
        arguments: 0...4, [Duration.zero, .milliseconds(99), .seconds(1), .seconds(1 << 40)])
    func cap(taken: Int, rest: Duration) {
        var bucket = TokenBucket(RateLimits.Rate(perSecond: 10, burst: 4), at: .zero)
        for _ in 0..<taken { #expect(bucket.take(at: .zero) == nil) }
        let gained = rest == .seconds(1) || rest > .seconds(1) ? 10 : 0
        let expected = min(4, 4 - taken + gained)
        #expect(bucket.isFull(at: rest) == (expected == 4))
        for _ in 0..<expected { #expect(bucket.take(at: rest) == nil) }
        #expect(bucket.take(at: rest) != nil)
        #expect(!bucket.isFull(at: rest))
    }

    @Test("A bucket that misses a part of a token is not full, and gives none for it")
    func edge() {
        var bucket = TokenBucket(RateLimits.Rate(perSecond: 10, burst: 1), at: .zero)
        #expect(bucket.take(at: .zero) == nil)
        let due = Duration.milliseconds(100)
        #expect(!bucket.isFull(at: due - .microseconds(1)))
        #expect(bucket.take(at: due - .microseconds(1)) == .microseconds(1))
        #expect(bucket.isFull(at: due))
        #expect(bucket.take(at: due) == nil)
        #expect(bucket.take(at: due) == .milliseconds(100))
    }

    @Test(
        "In a second never more than burst and rate, whatever the moments",
        arguments: UInt64(1)...20)
    func bucketProperty(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let rate = RateLimits.Rate(
            perSecond: 1 + generator.below(1_000), burst: 1 + generator.below(100))
        var bucket = TokenBucket(rate, at: .zero)
        var now = Duration.zero
        var taken: Int64 = 0
        while now < .seconds(3) {
            if bucket.take(at: now) == nil { taken += 1 }
            now += .microseconds(generator.below(2_000))
        }
        #expect(taken <= rate.burst + rate.perSecond * 3 + 1)
        #expect(taken >= min(rate.burst, 100))
    }

    @Test("An expensive call needs one token, and its debt is paid before the next call")
    func debt() {
        var bucket = TokenBucket(RateLimits.Rate(perSecond: 10, burst: 4), at: .zero)
        #expect(bucket.take(6, at: .zero) == nil)
        #expect(bucket.take(at: .zero) == .milliseconds(300))
        #expect(bucket.take(at: .milliseconds(300)) == nil)
        bucket.charge(1_000)
        // Never more than a full bucket is owed.
        #expect(bucket.take(at: .milliseconds(300)) == .milliseconds(500))
        #expect(bucket.isFull(at: .milliseconds(1_100)))
        #expect(!bucket.isFull(at: .milliseconds(1_099)))
    }

    @Test("A change counts as many as it is long, and as what it writes")
    func lengths() {
        var world = World(
            rates: RateLimits(
                changes: RateLimits.Rate(perSecond: 10, burst: 100),
                requests: RateLimits.Rate(perSecond: 1_000, burst: 1_000)))
        #expect(world.submit(1, bytes: 60_000)?.failure == nil)
        world.land()
        #expect(world.submit(1, bytes: 60_000)?.failure == nil, "as long as one token is there")
        #expect(world.submit(1)?.failure?.code == .busy)
        #expect(world.submit(2)?.failure == nil)
    }

    @Test("Calls about devices and users count as many as they cost")
    func registryCalls() {
        var world = World(
            rates: RateLimits(
                changes: RateLimits.Rate(perSecond: 10, burst: 10),
                requests: RateLimits.Rate(perSecond: 1_000, burst: 1_000)))
        var refused = 0
        for number in 0..<20 {
            let name = UserID(unchecked: "user-\(number)")
            let result = world.ask(7, .addUser(name, uid: nil))
            if result?.failure?.code == .busy { refused += 1 }
            if world.isWriting { world.land() }
        }
        #expect(refused == 15, "five of them are a burst of a thousand requests")
        #expect(world.ask(8, .presence(scene: .main))?.failure?.code == .helloFirst)
    }

    @Test("Requests queued for a scene, and the backlog, are bounded in bytes")
    func queuedBytes() {
        var world = World(rates: RateLimits())
        var busy = 0
        // The first batch is under way, and what comes now waits.
        world.submit(1)
        for _ in 0..<250 {
            if world.submit(1, bytes: 60_000)?.failure?.code == .busy { busy += 1 }
        }
        #expect((80..<120).contains(busy), "\(busy) of 250 were refused")
        #expect(world.submit(2)?.failure == nil, "another is not concerned")
        while world.isWriting {
            world.land()
            #expect(world.writes.last.map { $0.changes <= 130 } ?? true)
        }
        #expect(world.receipts == 252 - busy)
    }

    @Test("A client over its rate limit gets a retry-after, and others are unaffected")
    func rates() throws {
        var world = World(
            rates: RateLimits(
                changes: RateLimits.Rate(perSecond: 10, burst: 2),
                requests: RateLimits.Rate(perSecond: 1_000, burst: 1_000)))
        for _ in 0..<2 { world.submit(1) }
        let refused = try #require(world.submit(1)?.failure)
        #expect(refused.code == .busy)
        #expect(refused.retryAfter == .milliseconds(100))
        #expect(world.submit(2)?.failure == nil)
        world.now = ClockReading(
            wall: world.now.wall, uptime: world.now.uptime + .milliseconds(100))
        #expect(world.submit(1, again: true)?.failure == nil)
    }

    @Test("Requests of one connection beyond the rate are answered busy without being read")
    func requests() {
        var world = World(
            rates: RateLimits(
                changes: RateLimits.Rate(perSecond: 10, burst: 10),
                requests: RateLimits.Rate(perSecond: 5, burst: 5)))
        var codes: [Failure.Code?] = []
        for _ in 0..<6 { codes.append(world.ask(7, .presence(scene: .main))?.failure?.code) }
        #expect(codes == [.helloFirst, .helloFirst, .helloFirst, .helloFirst, .helloFirst, .busy])
        #expect(world.ask(8, .presence(scene: .main))?.failure?.code == .helloFirst)
    }

    @Test("A flood fills no more than its share of a batch, and a seldom change is in the next")
    func shares() {
        var world = World(rates: RateLimits())
        for _ in 0..<250 { world.submit(1) }
        #expect(world.writes.map(\.changes) == [1])
        world.submit(2)
        world.land()
        // The first batch had one change; the next what the flood's share was, and the other's.
        #expect(world.writes.last?.devices == [1: 128, 2: 1])
        world.land()
        #expect(world.writes.last?.devices[1] ?? 0 <= 128)
        while world.isWriting { world.land() }
        #expect(world.receipts == 251, "nothing is lost, and nobody was refused")
    }

    @Test("Many floods share a batch; in turn, so that each gets on")
    func turns() {
        var world = World(rates: RateLimits())
        for _ in 0..<100 { for device in 1...4 { world.submit(UInt64(device)) } }
        world.land()
        world.land()
        let devices = world.writes.last?.devices ?? [:]
        #expect(devices.count == 4)
        #expect(devices.values.allSatisfy { $0 <= 64 })
        #expect((devices.values.max() ?? 0) - (devices.values.min() ?? 0) <= 33, "\(devices)")
        while world.isWriting { world.land() }
        #expect(world.receipts == 400)
    }

    @Test("Two who bring changes have half of a batch each")
    func contested() {
        var world = World(rates: RateLimits())
        world.submit(2)
        world.land()
        for _ in 0..<250 { world.submit(1) }
        world.land()
        while world.isWriting {
            #expect(world.writes.last?.devices[1] ?? 0 <= DaemonLimits.share / 2)
            world.land()
        }
        #expect(world.receipts == 251)
    }

    @Test("The open batch is written before the backlog is drained into the next")
    func proceeding() {
        var world = World(rates: RateLimits())
        for device: UInt64 in 1...2 { world.submit(device) }
        while world.isWriting { world.land() }
        let first = world.writes.count
        // Each of the first is more than a share: one is being written, and the others wait.
        for _ in 0..<3 { world.submit(1, bytes: 70_000) }
        world.submit(2)
        while world.isWriting { world.land() }
        let shares = world.writes[first...].map { [$0.devices[1] ?? 0, $0.devices[2] ?? 0] }
        #expect(shares == [[1, 0], [0, 1], [1, 0], [1, 0]])
    }

    @Test("A change is as old as it was when it came, however long it waits for its turn")
    func ages() {
        var world = World(rates: RateLimits())
        for _ in 0..<200 { world.submit(1, age: 1_000_000) }
        #expect(world.times.count == 1, "the others wait")
        world.now = ClockReading(
            wall: world.now.wall.advanced(byMicroseconds: 3_000_000),
            uptime: world.now.uptime + .seconds(3))
        while world.isWriting { world.land() }
        #expect(world.times.count == 200)
        // Each has a microsecond of its own.
        let made = DaemonBench.noon.advanced(byMicroseconds: -1_000_000)
        #expect(world.times.allSatisfy { $0 >= made && $0 <= made.advanced(byMicroseconds: 200) })
    }

    @Test("An age beyond all bounds stays one, however long the change waits")
    func oldest() {
        var world = World(rates: RateLimits())
        for _ in 0..<200 { world.submit(1, age: .max) }
        world.now = ClockReading(wall: world.now.wall, uptime: world.now.uptime + .seconds(3))
        while world.isWriting { world.land() }
        #expect(world.receipts == 200)
    }

    @Test("Disconnects a client after 1,000 requests over its rate limit, and no other")
    func impatience() {
        let rates = RateLimits(
            changes: RateLimits.Rate(perSecond: 10, burst: 2),
            requests: RateLimits.Rate(perSecond: 1_000_000, burst: 1_000_000))
        var world = World(rates: rates)
        world.submit(2)
        for _ in 0..<3 { world.submit(1) }
        for _ in 0..<UserLimits.maxIgnoredRetries { world.submit(1, again: true) }
        #expect(world.drops.isEmpty)
        world.submit(1, again: true)
        #expect(world.drops.map(\.connection) == [1])
        #expect(world.submit(2)?.failure == nil)
    }

    @Test("A client that honours the retry-after is never disconnected, whatever it had in flight")
    func timeout() {
        let rates = RateLimits(
            changes: RateLimits.Rate(perSecond: 1_000, burst: 1_000),
            requests: RateLimits.Rate(perSecond: 10, burst: 5))
        var world = World(rates: rates)
        for _ in 0..<100 {
            var wait = Duration.zero
            for _ in 0..<UserLimits.inFlight {
                wait = max(
                    wait, world.ask(7, .presence(scene: .main))?.failure?.retryAfter ?? .zero)
            }
            world.now = ClockReading(wall: world.now.wall, uptime: world.now.uptime + wait)
        }
        #expect(world.drops.isEmpty)
    }

    @Test(
        "All connections of a local user have one rate, and a stranger is looked up once a second")
    func unknownUIDs() {
        var world = World(
            rates: RateLimits(
                changes: RateLimits.Rate(perSecond: 10, burst: 10),
                requests: RateLimits.Rate(perSecond: 5, burst: 5)))
        let hello = Request.Call.hello(
            Hello(user: nil, device: DaemonBench.device(9), name: "stranger"))
        var codes: [Failure.Code?] = []
        for connection in UInt64(1)...6 {
            codes.append(world.ask(connection, hello, uid: 7)?.failure?.code)
        }
        #expect(codes == Array(repeating: .notPermitted, count: 5) + [.busy])
        #expect(world.lookups == 1)
        world.now = ClockReading(wall: world.now.wall, uptime: world.now.uptime + .seconds(1))
        #expect(world.ask(1, hello, uid: 7)?.failure?.code == .notPermitted)
        #expect(world.lookups == 2)
        #expect(world.ask(1, hello, uid: 8)?.failure?.code == .notPermitted)
    }

    /// A core whose writer answers when it is told to.
    private struct World {
        var core: DaemonCore
        var now = ClockReading(wall: DaemonBench.noon, uptime: .seconds(1))
        var writes: [(changes: Int, devices: [UInt64: Int])] = []
        /// The effective times of what is written.
        var times: [Timestamp] = []
        var isWriting = false
        var receipts = 0
        var drops: [Peer] = []
        /// The number of times that the store was asked whose somebody is.
        var lookups = 0
        private var last: UInt64 = 0
        private var numbers: [UInt64: UInt64] = [:]
        private var replies: [UInt64: Reply.Result] = [:]

        init(rates: RateLimits) {
            core = DaemonCore(
                identity: .sample(), generator: SeededGenerator(seed: 1), rates: rates)
        }

        @discardableResult
        mutating func ask(
            _ device: UInt64, _ call: Request.Call, uid: UInt32 = 0
        ) -> Reply.Result? {
            last += 1
            let id = last
            let peer = Peer(ConnectionID(rawValue: UInt64(device)), .local(uid: uid))
            step(.request(Request(id: id, call: call).encoded, from: peer))
            return replies.removeValue(forKey: id)
        }

        @discardableResult
        mutating func submit(
            _ device: UInt64, again: Bool = false, age: Int64? = nil, bytes: Int = 0
        ) -> Reply.Result? {
            if numbers[device] == nil {
                ask(
                    device,
                    .hello(
                        Hello(user: "ann", device: DaemonBench.device(device), name: "x")))
            }
            let number = numbers[device, default: 0] + (again ? 0 : 1)
            numbers[device] = number
            let change = Change(
                device: DaemonBench.device(device), sequence: SequenceNumber(rawValue: number),
                base: Change.Base(revision: .zero, latest: .zero),
                operations: bytes == 0
                    ? DaemonBench.declare
                    : [
                        .push(
                            ScreenID(unchecked: "s\(device)-\(number)"), onto: .tab("a"),
                            on: nil,
                            attributes: [
                                Attribute(
                                    field: ScreenField.payload,
                                    value: .text(String(repeating: "p", count: bytes)))
                            ])
                    ])
            return ask(
                device,
                .submit(
                    SubmitRequest(
                        scene: .main, epoch: Epoch(rawValue: 7),
                        after: SequenceNumber(rawValue: number - 1), change: change.encoded,
                        age: age)))
        }

        mutating func land() {
            isWriting = false
            step(.persisted(.success(())))
        }

        private mutating func step(_ event: DaemonCore.Event) {
            for effect in core.step(event, at: now) {
                switch effect {
                case .load(let key):
                    let stored = StoredScene(
                        epoch: Epoch(rawValue: 7), revision: .zero, state: SceneState(),
                        snapshotRevision: .zero, last: [:])
                    step(.loaded(key, .success(stored)))
                case .fetch(.account(let user), let readID):
                    let account = UserAccount(
                        user: RegisteredUser(name: user, uid: nil, added: .zero))
                    step(.fetched(readID, .success(.account(account, UserUsage(), of: user))))
                case .fetch(.owner(let principal), let readID):
                    lookups += 1
                    step(.fetched(readID, .success(.owner(nil, of: principal))))
                case .disconnect(let peer):
                    drops.append(peer)
                case .persist(let scenes, _):
                    isWriting = true
                    let storedReceipts = scenes.flatMap(\.storedReceipts)
                    times += storedReceipts.map(\.time)
                    writes.append(
                        (
                            storedReceipts.count,
                            Dictionary(grouping: storedReceipts, by: \.device.low).mapValues(
                                \.count)
                        ))
                case .reply(let reply, _):
                    if reply.result.receipt != nil { receipts += 1 }
                    replies[reply.id] = reply.result
                case .proceed:
                    step(.proceed)
                default: break
                }
            }
        }
    }
}
