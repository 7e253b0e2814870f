import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@Suite("Authorization of callers")
struct CallerTests {
    private let ann = Principal.local(uid: 1_000)
    private let ben = Principal.local(uid: 1_001)

    @Test(
        "The daemon's own local user is its login name, which comes into being by the first change")
    func owner() async throws {
        var bench = try await DaemonBench()
        #expect(await bench.hello(DaemonBench.owner990, as: 1)?.welcome?.user == "ann")
        #expect(await bench.hello(DaemonBench.owner990, as: 1, of: "ann")?.welcome != nil)
        #expect(await bench.ask(DaemonBench.owner990, .listUsers(after: nil))?.users == [])
        #expect(await bench.make(DaemonBench.owner990, as: 1)?.receipt?.revision == 1)
        let users = await bench.ask(DaemonBench.owner990, .listUsers(after: nil))?.users
        #expect(users?.map(\.name) == ["ann"])
        #expect(try await bench.store.account(of: "ann")?.devices.count == 1)
    }

    @Test("No other user comes into being by a slip of the fingers, and the nearest is named")
    func typo() async throws {
        var bench = try await DaemonBench()
        _ = await bench.ask(DaemonBench.root, .addUser("annika", uid: nil))
        for principal in [DaemonBench.owner990, DaemonBench.root] {
            let hello = await bench.hello(principal, as: 1, of: "anika")?.failure
            #expect(hello?.code == .notFound)
            #expect(hello?.message.contains("did you mean annika?") == true, "\(hello as Any)")
            #expect(await bench.ask(principal, .listDevices("anika"))?.failure == hello)
            let far = await bench.hello(principal, as: 1, of: "zoe")?.failure
            #expect(far?.code == .notFound && far?.message.contains("did you mean") == false)
        }
        #expect(await bench.invite(to: "anika", key: 9)?.code == .notFound)
        let users = await bench.ask(DaemonBench.root, .listUsers(after: nil))?.users
        #expect(users?.map(\.name) == ["annika"])
        // Whom an administrator has given the local user, it is from then on.
        _ = await bench.ask(DaemonBench.root, .addUser("me", uid: DaemonBench.owner))
        #expect(await bench.hello(DaemonBench.owner990, as: 2)?.welcome?.user == "me")
        // Who speaks for many says for whom.
        #expect(await bench.hello(DaemonBench.root, as: 3)?.code == .notPermitted)
    }

    @Test("A hello for a missing user creates it, for the owner alone")
    func begins() async throws {
        var bench = try await DaemonBench()
        let hello = Request.Call.hello(
            Hello(
                user: "zoe", device: DaemonBench.device(1), name: "x",
                requiresExistingUser: false))
        #expect(await bench.ask(DaemonBench.root, hello)?.code == .notFound)
        #expect(await bench.ask(ann, hello)?.code == .notPermitted)
        #expect(await bench.ask(DaemonBench.owner990, hello)?.welcome?.user == "zoe")
        #expect(await bench.ask(DaemonBench.owner990, .listDevices("zoey"))?.code == .notFound)
        #expect(await bench.make(DaemonBench.owner990, as: 1)?.receipt != nil)
        let users = await bench.ask(DaemonBench.root, .listUsers(after: nil))?.users
        #expect(users?.map(\.name) == ["zoe"])
    }

    @Test("A scene comes into being by declaring something in it; main by any change")
    func scenes() async throws {
        var bench = try await DaemonBench()
        let owner = DaemonBench.owner990
        _ = await bench.hello(owner, as: 1)
        let slip: [Operation] = [.setBar("tint", "red")]
        #expect(await bench.make(owner, as: 1, slip, scene: "clock")?.code == .notFound)
        #expect(await bench.make(owner, as: 1, scene: "clock")?.receipt != nil)
        #expect(await bench.make(owner, as: 1, slip, scene: "clock")?.receipt != nil)
        let near = await bench.make(owner, as: 1, slip, scene: "clokc")?.failure
        #expect(near?.message.contains("did you mean clock?") == true, "\(near as Any)")
        let bar: [Operation] = [.declareBar("player", attributes: [])]
        #expect(await bench.make(owner, as: 1, bar, scene: "music")?.receipt != nil)
        #expect(await bench.make(owner, as: 1, slip)?.receipt != nil)
        guard case .scenes(let scenes, _, let user)? = await bench.ask(owner, .listScenes(nil))
        else {
            Issue.record("no scenes are listed")
            return
        }
        #expect(scenes == ["clock", "main", "music"] && user == "ann")
        // The same for a viewer; not for another user.
        let viewer = await bench.paired(7, role: .viewer)
        guard case .scenes(scenes, _, _)? = await bench.ask(viewer, .listScenes(nil)) else {
            Issue.record("a viewer is not told")
            return
        }
        #expect(await bench.ask(viewer, .listScenes("ben"))?.code == .notPermitted)
        #expect(await bench.ask(DaemonBench.root, .listScenes("ann")) == .scenes(scenes, of: "ann"))
    }

    @Test("A base revision that the history has not got to is refused, and nothing is taken")
    func base() async throws {
        var bench = try await DaemonBench()
        #expect(await bench.submit(1, DaemonBench.declare)?.receipt?.revision == 1)
        for revision in [Revision(rawValue: 3), Revision(rawValue: .max)] {
            let base = Change.Base(revision: revision, latest: .zero)
            let answer = await bench.submit(1, [.selectTab("a")], base: base)
            #expect(answer?.code == .malformed, "\(revision)")
        }
        // What the device had seen, and its own change beside it.
        for revision in [Revision(rawValue: 1), Revision(rawValue: 2)] {
            let base = Change.Base(revision: revision, latest: .zero)
            #expect(await bench.submit(1, [.selectTab("a")], base: base)?.receipt != nil)
        }
    }

    @Test("A change under a used number is refused as such, whatever its epoch")
    func baseOfReusedNumber() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(1, DaemonBench.declare)
        let epoch = try #require(await bench.head()).epoch
        let change = Change(
            device: DaemonBench.device(1), sequence: 1,
            base: Change.Base(revision: 9, latest: .zero), operations: [.selectTab("a")])
        let submit = SubmitRequest(
            scene: .main, epoch: epoch, after: .zero, change: change.encoded, age: 0)
        #expect(await bench.ask(1, .submit(submit))?.code == .sequenceReused)
    }

    @Test("An unchanged scene keeps its epoch over restarts, until a backup is restored")
    func emptyScene() async throws {
        var bench = try await DaemonBench()
        let first = try #require(await bench.head("clock"))
        let other = try #require(await bench.head())
        #expect(first.epoch != .none && first.epoch != other.epoch)
        try await bench.restart()
        #expect(await bench.head("clock") == first)
        #expect(await bench.head() == other)
        try await bench.restart(renewingEpochs: true)
        let renewed = try #require(await bench.head("clock"))
        #expect(renewed.epoch != first.epoch)
        _ = await bench.submit(1, DaemonBench.declare)
        let used = try #require(await bench.head())
        _ = await bench.ask(DaemonBench.root, .removeUser("ann", erases: true))
        _ = await bench.ask(DaemonBench.root, .addUser("ann", uid: nil))
        let erased = try #require(await bench.head())
        #expect(erased.revision == .zero && erased.epoch != used.epoch)
        try await bench.restart()
        let later = try #require(await bench.head())
        #expect(later.epoch != used.epoch)
    }

    @Test("Root speaks for users that are there, and for no others")
    func root() async throws {
        var bench = try await DaemonBench()
        #expect(await bench.hello(DaemonBench.root, as: 1, of: "ann")?.code == .notFound)
        #expect(await bench.ask(DaemonBench.root, .addUser("ann", uid: nil)) == .done)
        #expect(await bench.hello(DaemonBench.root, as: 1, of: "ann")?.welcome != nil)
        #expect(await bench.make(DaemonBench.root, as: 1)?.receipt != nil)
    }

    @Test("A local user speaks for the user that it was given; others are all the same to it")
    func localUser() async throws {
        var bench = try await DaemonBench()
        #expect(await bench.hello(ann, as: 1)?.code == .notPermitted)
        _ = await bench.ask(DaemonBench.root, .addUser("ann", uid: 1_000))
        _ = await bench.ask(DaemonBench.root, .addUser("ben", uid: 1_001))
        #expect(await bench.hello(ann, as: 1)?.welcome?.user == "ann")
        #expect(await bench.hello(ann, as: 1, of: "ann")?.welcome?.user == "ann")
        let foreign = await bench.hello(ann, as: 1, of: "ben")?.failure
        let missing = await bench.hello(ann, as: 1, of: "nobody")?.failure
        #expect(foreign?.code == .notPermitted)
        #expect(foreign == missing, "a foreign user is like one that is not there")
        for call in [
            Request.Call.listUsers(after: nil), .addUser("eve", uid: nil),
            .removeUser("ben", erases: false), .serverKey(.show),
        ] {
            #expect(await bench.ask(ann, call)?.code == .notPermitted)
        }
        #expect(await bench.ask(ann, .listDevices("ben"))?.failure == foreign)
        #expect(await bench.ask(ann, .listDevices("nobody"))?.failure == foreign)
    }

    @Test("An unknown local user and an unknown key are told nothing; the key is disconnected")
    func unknownUIDs() async throws {
        var bench = try await DaemonBench()
        _ = await bench.ask(DaemonBench.root, .addUser("ann", uid: 1_000))
        let key = Principal.device(.sample(7))
        for call in [
            Request.Call.listDevices("ann"), .listDevices("nobody"),
            .hello(Hello(user: "ann", device: DaemonBench.device(7), name: "x")),
        ] {
            #expect(await bench.ask(ben, call)?.code == .notPermitted)
            #expect(await bench.ask(key, call)?.code == .notPermitted)
        }
        #expect(bench.cuts == [key, key, key])
    }

    @Test("A device by key speaks for its user, as itself alone")
    func device() async throws {
        var bench = try await DaemonBench()
        let tablet = await bench.paired(1)
        _ = await bench.paired(2, of: "ben")
        #expect(await bench.hello(tablet, as: 1)?.welcome?.user == "ann")
        #expect(await bench.hello(tablet, as: 1)?.welcome?.deviceName == "tablet")
        #expect(await bench.hello(tablet, as: 3)?.code == .notPermitted)
        #expect(await bench.hello(tablet, as: 2)?.code == .notPermitted)
        let foreign = await bench.hello(tablet, as: 1, of: "ben")
        #expect(foreign?.code == .notPermitted)
        #expect(await bench.hello(tablet, as: 1, of: "nobody") == foreign)
        #expect(await bench.ask(tablet, .listDevices("ben")) == foreign)
        #expect(bench.cuts.isEmpty)
    }

    @Test("A local client may not take the id of a device with a key, or of another local user")
    func ids() async throws {
        var bench = try await DaemonBench()
        _ = await bench.paired(1)
        #expect(await bench.hello(DaemonBench.owner990, as: 1, of: "ann")?.code == .notPermitted)
        _ = await bench.hello(DaemonBench.owner990, as: 5, of: "ann")
        #expect(await bench.make(DaemonBench.owner990, as: 5)?.receipt != nil)
        #expect(await bench.hello(DaemonBench.root, as: 5, of: "ann")?.code == .notPermitted)
        // Two say hello under one id before it is anybody's: the first that changes something has it.
        _ = await bench.hello(DaemonBench.owner990, as: 6, of: "ann")
        _ = await bench.hello(DaemonBench.root, as: 6, of: "ann")
        #expect(await bench.make(DaemonBench.root, as: 6)?.receipt != nil)
        #expect(await bench.ask(DaemonBench.owner990, .presence(scene: .main))?.code == .revoked)
    }

    @Test("A session that is limited to looking changes nothing, whatever its device may")
    func limited() async throws {
        var bench = try await DaemonBench()
        let owner = DaemonBench.owner990
        let invitation = InvitationID(rawValue: 1)
        let key = await bench.paired(2)
        for (principal, device) in [(owner, UInt64(1)), (key, 2)] {
            #expect(await bench.hello(principal, as: device)?.welcome?.role == .full)
            #expect(await bench.make(principal, as: device)?.receipt != nil)
            let limited = await bench.hello(principal, as: device, role: .viewer)
            #expect(limited?.welcome?.role == .viewer)
            #expect(await bench.make(principal, as: device)?.code == .notPermitted)
            for call in [
                Request.Call.listDevices(nil), .revokeDevice(nil, DaemonBench.device(2)),
                .updateDevice(nil, DaemonBench.device(2), name: "x", role: nil),
                .withdrawInvitation(nil, invitation), .addUser("eve", uid: nil),
                .removeScene(nil, .main),
            ] {
                #expect(await bench.ask(principal, call)?.code == .notPermitted, "\(call)")
            }
            guard case .heads? = await bench.ask(principal, .presence(scene: .main)) else {
                Issue.record("a limited session may look")
                return
            }
            // The device itself is as it was.
            #expect(await bench.hello(principal, as: device)?.welcome?.role == .full)
            #expect(await bench.make(principal, as: device)?.receipt != nil)
        }
    }

    @Test("Requests pipelined behind a hello wait with it for the registry")
    func pipelining() async throws {
        var bench = try await DaemonBench()
        let tablet = await bench.paired(1)
        try await bench.restart()
        let hello = Hello(user: nil, device: DaemonBench.device(1), name: "x")
        let first = await bench.post(tablet, .hello(hello))
        let second = await bench.post(tablet, .presence(scene: .main))
        #expect(bench.answer(to: first)?.welcome?.user == "ann")
        guard case .heads? = bench.answer(to: second) else {
            Issue.record("what came behind hello was not answered")
            return
        }
    }

    @Test("A failing store refuses what waits for the registry, and the next try finds it")
    func failingStore() async throws {
        var bench = try await DaemonBench()
        let tablet = await bench.paired(1)
        try await bench.restart()
        bench.failingReads = 1
        #expect(await bench.hello(tablet, as: 1)?.code == .unavailable)
        #expect(await bench.hello(tablet, as: 1)?.welcome != nil)
    }

    @Test("An invitation's key is for pairing alone")
    func newcomer() async throws {
        var bench = try await DaemonBench()
        let id = try #require(await bench.invite(key: 50)?.invited?.id)
        for call in [
            Request.Call.listDevices(nil), .listUsers(after: nil), .presence(scene: .main),
            .hello(Hello(user: "ann", device: DaemonBench.device(1), name: "x")),
        ] {
            let code = await bench.ask(.invitation(id), call)?.code
            #expect(code == .notPermitted || code == .helloFirst, "\(call)")
        }
        #expect(await bench.ask(DaemonBench.root, DaemonBench.pair(1))?.code == .notPermitted)
    }

    @Test("A foreign or revoked key that subscribes is disconnected, and receives nothing")
    func subscriptions() async throws {
        var bench = try await DaemonBench()
        let tablet = await bench.paired(1)
        let foreign = await bench.paired(2, of: "ben")
        let topic = try #require(await bench.hello(tablet, as: 1)?.welcome?.topic)
        await bench.subscribe(tablet, to: topic)
        #expect(bench.published.last == .live)
        bench.published = []
        await bench.pass(.seconds(1))
        await bench.subscribe(foreign, to: topic)
        await bench.subscribe(nil, to: topic)
        #expect(bench.cuts == [foreign])
        #expect(bench.published.isEmpty)
        // Another local user is foreign as well, and so is one whom nobody knows.
        _ = await bench.ask(DaemonBench.root, .addUser("ben", uid: 1_000))
        bench.cuts = []
        for uid: UInt32 in [1_000, 1_001] { await bench.subscribe(.local(uid: uid), to: topic) }
        #expect(bench.cuts == [.local(uid: 1_000), .local(uid: 1_001)])
        #expect(bench.published.isEmpty)
        // Nobody is in memory after a start, and the topic is nobody's either.
        try await bench.restart()
        bench.cuts = []
        await bench.subscribe(tablet, to: topic)
        #expect(bench.gone == [topic.bytes])
    }

    @Test("A subscription to a prefix or an extension of a topic ends the connection unanswered")
    func partsOfTopics() async throws {
        var bench = try await DaemonBench()
        let tablet = await bench.paired(1)
        let topic = try #require(await bench.hello(tablet, as: 1)?.welcome?.topic.bytes)
        bench.published = []
        let parts = [[], Array(topic.prefix(1)), Array(topic.dropLast()), topic + [0]]
        for part in parts {
            // One's own is no exception: nothing needs it.
            for principal in [tablet, Principal.device(.sample(9)), .local(uid: 1_000)] {
                bench.cuts = []
                await bench.subscribe(principal, to: part)
                #expect(bench.cuts == [principal])
            }
        }
        #expect(bench.published.isEmpty && bench.gone.isEmpty)
        // Who administers may look at all of it, and disturbs nobody either.
        bench.cuts = []
        for part in parts { await bench.subscribe(DaemonBench.root, to: part) }
        #expect(bench.gone == Array(parts.dropLast()))
        #expect(bench.cuts == [DaemonBench.root])
    }
}
