import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@Suite("Removal of a scene")
struct SceneRemovalTests {
    private static let owner = DaemonBench.owner990
    private static let notes = SceneKey(user: DaemonBench.user, scene: "notes")

    @Test("Its mirrors see a head of another epoch, and its log is erased")
    func removes() async throws {
        var daemon = try await Self.daemon()
        let before = try #require(await daemon.head("notes"))
        let main = try #require(await daemon.head())
        _ = await daemon.subscribe()
        daemon.published = []
        #expect(await daemon.ask(Self.owner, .removeScene(nil, "notes")) == .done)
        let announced = daemon.published.compactMap { feed -> Head? in
            if case .scene(let head, [], _) = feed { head } else { nil }
        }
        let head = try #require(announced.last)
        #expect(head.scene == "notes" && head.revision == .zero && head.epoch != before.epoch)
        #expect(await daemon.head("notes") == head)
        #expect(await daemon.head() == main)
        #expect(await Self.scenes(of: &daemon) == [.main])
        #expect(try await daemon.store.load(Self.notes, under: daemon.claim) == nil)
        #expect(try await daemon.store.commits(of: Self.notes, after: .zero, limit: 9).isEmpty)
        // Another daemon on the disk does not take the new history for the old one.
        try await daemon.restart()
        #expect(await daemon.head("notes")?.epoch != before.epoch)
    }

    @Test("A late change of the former history is refused, and made anew begins nothing by itself")
    func late() async throws {
        var daemon = try await Self.daemon()
        let badge: [Operation] = [.addToBadge("a", 1)]
        _ = await daemon.hello(Self.owner, as: 2, of: DaemonBench.user)
        let call = try #require(await daemon.change(Self.owner, as: 2, badge, scene: "notes"))
        _ = await daemon.ask(Self.owner, .removeScene(nil, "notes"))
        #expect(await daemon.ask(Self.owner, call)?.code == .epochChanged)
        let anew = await daemon.make(Self.owner, as: 2, badge, scene: "notes")
        #expect(anew?.code == .notFound, "\(anew as Any)")
        #expect(await Self.scenes(of: &daemon) == [.main])
        let declared = await daemon.make(Self.owner, as: 2, scene: "notes")
        #expect(declared?.receipt?.revision == 1)
        #expect(await Self.scenes(of: &daemon) == [.main, "notes"])
        #expect(try await daemon.store.load(Self.notes, under: daemon.claim)?.revision == 1)
    }

    @Test("It is invisible until it is durable, and a failure leaves the scene as it was")
    func whileWritten() async throws {
        var daemon = try await Self.daemon()
        let before = try #require(await daemon.head("notes"))
        let removal = await daemon.post(Self.owner, .removeScene(nil, "notes"))
        let early = await daemon.ask(1, .presence(scene: "notes"))
        #expect(early?.failure?.code == .busy, "\(early as Any)")
        #expect(daemon.answer(to: removal) == nil)
        await daemon.land(failing: true)
        #expect(daemon.answer(to: removal)?.code == .unavailable)
        #expect(await daemon.head("notes") == before)
        #expect(await Self.scenes(of: &daemon) == [.main, "notes"])
        let again = await daemon.post(Self.owner, .removeScene(nil, "notes"))
        await daemon.land()
        #expect(daemon.answer(to: again) == .done)
        #expect(await daemon.head("notes")?.revision == .zero)
    }

    @Test("Changes of a removed scene in the same batch are removed with it")
    func inOneBatch() async throws {
        var daemon = try await Self.daemon()
        _ = await daemon.hello(Self.owner, as: 2, of: DaemonBench.user)
        let first = try #require(
            await daemon.change(Self.owner, as: 2, [.addToBadge("a", 1)], scene: .main))
        let second = try #require(
            await daemon.change(Self.owner, as: 2, [.addToBadge("a", 1)], scene: "notes"))
        // One is being written; the other gathers behind it, and with it comes the removal.
        let posted = [await daemon.post(Self.owner, first), await daemon.post(Self.owner, second)]
        let removal = await daemon.post(Self.owner, .removeScene(nil, "notes"))
        await daemon.land()
        for request in posted { #expect(daemon.answer(to: request)?.receipt != nil) }
        #expect(daemon.answer(to: removal) == .done)
        #expect(try await daemon.store.load(Self.notes, under: daemon.claim) == nil)
        #expect(await daemon.head("notes")?.revision == .zero)
    }

    @Test("A missing scene can't be removed, and the nearest is suggested")
    func unknown() async throws {
        var daemon = try await Self.daemon()
        let refused = await daemon.ask(Self.owner, .removeScene(nil, "note"))?.failure
        #expect(refused?.code == .notFound)
        #expect(refused?.message.contains("did you mean notes?") == true, "\(refused as Any)")
    }

    @Test("A user with as many scenes as there may be has room for another one then")
    func makesRoom() async throws {
        var daemon = try await DaemonBench()
        _ = await daemon.hello(Self.owner, as: 1, of: DaemonBench.user)
        for number in 0..<UserLimits.scenes {
            let scene = SceneID(unchecked: "scene-\(number)")
            #expect(await daemon.make(Self.owner, as: 1, scene: scene)?.receipt != nil)
        }
        #expect(await daemon.make(Self.owner, as: 1, scene: "one-more")?.code == .limitExceeded)
        #expect(await daemon.ask(Self.owner, .removeScene(nil, "scene-7")) == .done)
        #expect(await daemon.make(Self.owner, as: 1, scene: "one-more")?.receipt != nil)
    }

    /// A daemon whose user has the scenes main and notes.
    private static func daemon() async throws -> DaemonBench {
        var daemon = try await DaemonBench()
        _ = await daemon.hello(owner, as: 1, of: DaemonBench.user)
        for scene in [SceneID.main, "notes"] {
            let made = await daemon.make(owner, as: 1, scene: scene)
            try #require(made?.receipt != nil)
        }
        return daemon
    }

    private static func scenes(of daemon: inout DaemonBench) async -> [SceneID]? {
        let answer = await daemon.ask(DaemonBench.root, .listScenes(DaemonBench.user))
        if case .scenes(let scenes, _, _)? = answer { return scenes }
        return nil
    }
}

extension DaemonBench {
    /// Has the user's devices subscribe to their feed.
    fileprivate mutating func subscribe() async {
        let hello = await hello(Self.owner990, as: 1, of: Self.user)
        guard let welcome = hello?.welcome else { return }
        await subscribe(Self.owner990, to: welcome.topic)
    }
}
