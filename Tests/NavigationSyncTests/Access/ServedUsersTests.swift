import InMemoryStore
import NavigationModel
import NavigationSync
import NavigationWire
import Testing

/// The users that a node of a fleet serves, and those that others do.
@Suite struct ServedUsersTests {
    private static let shard = Shard(of: DaemonBench.user)

    /// All users but one are served here.
    private static func elsewhere(_ owners: [Shard: Int]) -> ServedUsers {
        ServedUsers(
            version: 7, serving: Set.all.subtracting([shard]),
            nodes: [.init(name: "b", addresses: ["b:7311", "192.0.2.2:7311"])],
            owners: owners)
    }

    @Test("A user that moves is refused with the addresses of its node, and served when it returns")
    func moving() async throws {
        let owner = DaemonBench.owner990
        var bench = try await DaemonBench()
        let welcome = try #require(await bench.hello(owner, as: 1)?.welcome)
        #expect(await bench.make(owner, as: 1)?.receipt?.revision == 1)
        await bench.place(Self.elsewhere([Self.shard: 0]))
        // The session is over, the scene is not in memory, and the feed has another topic.
        let sync = Request.Call.sync(scene: .main, epoch: .none, revision: .zero)
        #expect(await bench.ask(owner, sync)?.code == .helloFirst)
        let calls: [Request.Call] = [
            .listDevices(DaemonBench.user), .listScenes(DaemonBench.user),
            .removeUser(DaemonBench.user, erases: false),
        ]
        for call in calls {
            let refusal = await bench.ask(owner, call)?.failure
            #expect(refusal?.code == .moved, "\(call)")
            #expect(refusal?.addresses == ["b:7311", "192.0.2.2:7311"] && refusal?.map == 7)
        }
        #expect(await bench.hello(owner, as: 1)?.code == .moved)
        // A user of another shard is served.
        #expect(await bench.ask(owner, .addUser("zoe", uid: nil)) == .done)
        await bench.place(.everything)
        let again = try #require(await bench.hello(owner, as: 1)?.welcome)
        #expect(again.topic != welcome.topic)
        let declare = [Operation.declareTab("b", at: .between(nil, nil), attributes: [])]
        #expect(await bench.make(owner, as: 1, declare)?.receipt?.revision == 2)
    }

    @Test("A scene that was read before another node served its user is read anew afterwards")
    func overtakenLoad() async throws {
        let owner = DaemonBench.owner990
        var bench = try await DaemonBench()
        _ = await bench.hello(owner, as: 1)
        #expect(await bench.make(owner, as: 1)?.receipt?.revision == 1)
        let sync = Request.Call.sync(scene: .main, epoch: .none, revision: .zero)
        await bench.place(Self.elsewhere([Self.shard: 0]))
        await bench.place(.everything)
        bench.isHoldingLoads = true
        _ = await bench.hello(owner, as: 1)
        let waiting = await bench.post(owner, sync)
        #expect(bench.heldLoads.count == 1)
        // The other node may make changes meanwhile.
        await bench.place(Self.elsewhere([Self.shard: 0]))
        await bench.place(.everything)
        await bench.finishLoads()
        #expect(bench.answer(to: waiting)?.code == .helloFirst)
        _ = await bench.hello(owner, as: 1)
        let again = await bench.post(owner, sync)
        #expect(bench.heldLoads.count == 1)
        #expect(bench.answer(to: again) == nil)
        await bench.finishLoads()
        #expect(bench.answer(to: again)?.synced?.head.revision == 1)
    }

    @Test("A user of another database is refused with the number of the map of that one")
    func otherDatabase() async throws {
        let own = try #require(ShardRange(0, Self.shard.number - 1))
        let other = try #require(ShardRange(Self.shard.number, ShardRange.all.last))
        var bench = try await DaemonBench()
        await bench.place(
            ServedUsers(
                version: 7, others: [other: 40],
                serving: Set.all.filter { own.contains($0.number) },
                nodes: [.init(name: "b", addresses: ["b:7311"])], owners: [Self.shard: 0]))
        let refusal = await bench.hello(DaemonBench.owner990, as: 1)?.failure
        #expect(refusal?.code == .moved && refusal?.map == 40)
    }

    @Test("A request for a user of another node waits for a map that is read after it came")
    func laterMap() async throws {
        let owner = DaemonBench.owner990
        var bench = try await DaemonBench()
        bench.isHoldingMap = true
        await bench.place(Self.elsewhere([Self.shard: 0]))
        await bench.pass(.seconds(1))
        let hello = Request.Call.hello(
            Hello(user: nil, device: DaemonBench.device(1), name: "phone", platform: "test"))
        let waiting = await bench.post(owner, hello)
        #expect(bench.core.isAwaitingMap)
        // Read before the request came.
        await bench.step(.placed(Self.elsewhere([Self.shard: 0]), asOf: bench.now.uptime))
        #expect(bench.answer(to: waiting) == nil && bench.core.isAwaitingMap)
        await bench.place(.everything)
        #expect(bench.answer(to: waiting)?.welcome != nil)
        let late = await bench.post(owner, hello)
        await bench.place(Self.elsewhere([Self.shard: 0]))
        #expect(bench.answer(to: late)?.welcome != nil, "it was answered before")
        let moved = await bench.post(owner, hello)
        await bench.place(Self.elsewhere([Self.shard: 0]))
        #expect(bench.answer(to: moved)?.code == .moved)
        #expect(!bench.core.isAwaitingMap)
    }

    @Test("A user without an owner is refused with the addresses of all nodes, to try again")
    func ownerless() async throws {
        var bench = try await DaemonBench()
        await bench.place(Self.elsewhere([:]))
        let refusal = await bench.hello(DaemonBench.owner990, as: 1)?.failure
        #expect(refusal?.code == .moved && refusal?.addresses.count == 2)
        #expect(refusal?.message.contains("no node serves") == true)
    }

    @Test("A node without its lease sends devices on, tells nothing else, and is silent when alone")
    func withoutLease() async throws {
        let bench = try await DaemonBench()
        let owner = DaemonBench.owner990
        let peer = Peer(1, owner)
        for nodes in [[], ["b:7311"]] {
            var core = bench.core
            core.nodes = nodes
            for bytes in [Request(id: 5, call: .listUsers(after: nil)).encoded, [0xff]] {
                let effects = core.step(.requestWithoutLease(bytes, from: peer), at: bench.now)
                let replies = effects.compactMap { effect in
                    if case .reply(let reply, peer) = effect { reply } else { nil }
                }
                #expect(replies.count == effects.count && replies.count == nodes.count)
                let refusal = replies.first?.result.failure
                #expect(refusal?.code == (nodes.isEmpty ? nil : .moved))
                #expect(refusal?.addresses ?? [] == nodes)
            }
        }
    }
}
