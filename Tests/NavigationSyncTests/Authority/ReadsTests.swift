import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("The reads for clients")
struct ReadsTests {
    private static let key = SceneKey(user: "ann", scene: .main)
    private static let users = StoreRead.users(after: nil, limit: 1)

    private var reads = Reads()

    private static func inbound(_ number: UInt8, _ id: UInt64 = 1) -> InboundRequest {
        InboundRequest(
            request: Request(id: id, call: .status(scene: .main)),
            peer: Peer(ConnectionID(rawValue: UInt64(number)), .device(.sample(number))),
            received: .zero)
    }

    @Test("So many are under way at once; each has an id of its own")
    mutating func bound() throws {
        var ids: Set<ReadID> = []
        for _ in 0..<DaemonLimits.reads {
            guard case .fetch(_, let id) = try reads.start(Self.users, for: Self.inbound(1)) else {
                continue
            }
            ids.insert(id)
        }
        #expect(ids.count == DaemonLimits.reads && reads.count == DaemonLimits.reads)
        var isRefused = false
        do throws(RequestError) {
            _ = try reads.start(Self.users, for: Self.inbound(1))
        } catch {
            isRefused = true
        }
        #expect(isRefused)
        for id in ids {
            let ended = reads.end(id)
            #expect(ended.count == 1)
        }
        #expect(reads.count == 0)
    }

    @Test("Long reads are one at a time; a short one goes beside them")
    mutating func serial() throws {
        let tail = SerialReads.Target.tail(
            Self.key, after: MirrorPosition(epoch: Epoch(rawValue: 1), revision: 1))
        for target in [.status(Self.key), .snapshot(Self.key), tail] {
            let read = SerialReads.QueuedRead(what: target, inbound: Self.inbound(1))
            let isQueued = reads.enqueue(read)
            #expect(isQueued)
        }
        let first = reads.next()
        let short = try #require(first)
        #expect(short.what == tail)
        _ = reads.begin(short, capturing: Self.key)
        let second = reads.next()
        let long = try #require(second)
        let id = reads.begin(long, capturing: Self.key)
        let busy = reads.next()
        #expect(long.what == .status(Self.key) && busy == nil)
        let ended = reads.end(id)
        #expect(ended.count == 1)
        let last = reads.next()
        #expect(last?.what == .snapshot(Self.key))
    }

    @Test("A read of a scene that is rolled back is cancelled, with all that share it")
    mutating func cancelled() throws {
        let page = SerialReads.Target.tail(
            Self.key, after: MirrorPosition(epoch: Epoch(rawValue: 1), revision: 1))
        for number: UInt8 in 1...3 {
            let read = SerialReads.QueuedRead(what: page, inbound: Self.inbound(number))
            let isQueued = reads.enqueue(read)
            #expect(isQueued)
        }
        let next = reads.next()
        let read = try #require(next)
        let id = reads.begin(read, capturing: Self.key)
        let others = reads.cancel(SceneKey(user: "bob", scene: .main))
        let cancelled = reads.cancel(Self.key)
        let ended = reads.end(id)
        #expect(others.isEmpty && cancelled.count == 3 && ended.isEmpty)
    }
}

@Suite("The rules of calls")
struct RequestRulesTests {
    private static let device = DeviceID(high: 1, low: 1)

    @Test("A removal may use the reserve of a full disk, an addition needs room, a read neither")
    func disk() {
        let removals: [Request.Call] = [
            .leave, .removeUser("ann", erases: true), .removeScene(nil, "a"),
            .updateDevice(nil, Self.device, name: nil, role: .viewer),
        ]
        for call in removals {
            #expect(call.rules.takesAway && !call.rules.needsRoom && call.rules.changesRegistry)
        }
        let additions: [Request.Call] = [
            .addUser("ann", uid: nil),
            .updateDevice(nil, Self.device, name: "tv", role: .viewer),
            .updateDevice(nil, Self.device, name: nil, role: .full),
        ]
        for call in additions {
            #expect(!call.rules.takesAway && call.rules.needsRoom && call.rules.changesRegistry)
        }
        let reads: [Request.Call] = [
            .listScenes(nil), .status(scene: .main), .audit(scene: .main),
            .listUsers(after: nil), .history(scene: .main, after: .zero, limit: 1),
        ]
        for call in reads {
            let rules = call.rules
            #expect(rules.isReadOnly && !rules.takesAway && !rules.needsRoom)
            #expect(!rules.changesRegistry)
        }
    }

    @Test(
        "The dearer a call is to the daemon, the higher its price; what devices do all day is free")
    func prices() {
        #expect(Request.Call.presence(scene: .main).rules.price == 0)
        let prices = [
            Request.Call.status(scene: .main), .history(scene: .main, after: .zero, limit: 1),
            .leave, .audit(scene: .main),
        ].map(\.rules.price)
        #expect(prices == prices.sorted() && Set(prices).count == prices.count)
    }

    @Test("A call is about its own scene")
    func scenes() {
        #expect(Request.Call.status(scene: "a").rules.scene == "a")
        #expect(Request.Call.leave.rules.scene == .main)
    }
}
