import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@Suite("Scenes that are renamed, and the trash")
struct SceneTrashTests {
    private static let owner = DaemonBench.owner990

    @Test("A renamed scene keeps its epoch and its receipts, and its former name begins anew")
    func renames() async throws {
        var daemon = try await Self.daemon()
        _ = await daemon.hello(Self.owner, as: 2, of: DaemonBench.user)
        let call = try #require(
            await daemon.change(Self.owner, as: 2, [.addToBadge("a", 1)], scene: "notes"))
        let first = try #require(await daemon.ask(Self.owner, call)?.receipt)
        let before = try #require(await daemon.head("notes"))
        #expect(await daemon.ask(Self.owner, .renameScene(nil, "notes", to: "letters")) == .done)
        let moved = try #require(await daemon.head("letters"))
        #expect(moved.epoch == before.epoch && moved.revision == before.revision)
        #expect(moved.digest == before.digest)
        let old = try #require(await daemon.head("notes"))
        #expect(old.epoch != before.epoch && old.revision == .zero)
        #expect(await Self.scenes(of: &daemon) == ["letters", "main"])
        // A retry after a lost reply: of the renaming, and of a change.
        #expect(await daemon.ask(Self.owner, .renameScene(nil, "notes", to: "letters")) == .done)
        guard case .submit(let submit) = call else { return }
        let again = Request.Call.submit(
            SubmitRequest(
                scene: "letters", epoch: submit.epoch, after: submit.after,
                change: submit.change, age: submit.age))
        #expect(await daemon.ask(Self.owner, again)?.receipt == first)
        #expect(await daemon.ask(Self.owner, call)?.code == .epochChanged)
        // Another daemon on the disk has the same.
        try await daemon.restart()
        #expect(await daemon.head("letters") == moved)
        #expect(await daemon.head("notes")?.epoch != before.epoch)
    }

    @Test("The mirrors of both names are sent the heads")
    func announces() async throws {
        var daemon = try await Self.daemon()
        _ = await daemon.head("letters")
        let before = try #require(await daemon.head("notes"))
        let hello = await daemon.hello(Self.owner, as: 1, of: DaemonBench.user)
        await daemon.subscribe(Self.owner, to: try #require(hello?.welcome).topic)
        daemon.published = []
        _ = await daemon.ask(Self.owner, .renameScene(nil, "notes", to: "letters"))
        let heads = daemon.published.compactMap { feed -> Head? in
            if case .scene(let head, [], _) = feed { head } else { nil }
        }
        #expect(
            heads.last { $0.scene == "letters" }
                == Head(
                    scene: "letters", epoch: before.epoch, revision: before.revision,
                    digest: before.digest))
        #expect(heads.last { $0.scene == "notes" }?.revision == .zero)
    }

    @Test("A name that is in use is refused, and nothing changes")
    func refuses() async throws {
        var daemon = try await Self.daemon()
        let inUse = await daemon.ask(Self.owner, .renameScene(nil, "notes", to: .main))
        #expect(inUse?.code == .alreadyExists)
        let missing = await daemon.ask(Self.owner, .renameScene(nil, "note", to: "letters"))
        #expect(missing?.failure?.message.contains("did you mean notes?") == true)
        let invalid = await daemon.ask(Self.owner, .renameScene(nil, "notes", to: "a\u{202e}b"))
        #expect(invalid?.code == .malformed)
        #expect(await Self.scenes(of: &daemon) == [.main, "notes"])
    }

    @Test("A scene in the trash is restored with its epoch, and its mirrors see it again")
    func restores() async throws {
        var daemon = try await Self.daemon()
        let before = try #require(await daemon.head("notes"))
        #expect(await daemon.ask(Self.owner, .trashScene(nil, "notes")) == .done)
        #expect(await daemon.ask(Self.owner, .trashScene(nil, "notes")) == .done)
        #expect(await daemon.head("notes")?.revision == .zero)
        #expect(await Self.scenes(of: &daemon) == [.main])
        #expect(await Self.trash(of: &daemon) == ["notes"])
        try await daemon.restart()
        _ = await daemon.hello(Self.owner, as: 1, of: DaemonBench.user)
        #expect(await Self.trash(of: &daemon) == ["notes"])
        #expect(await daemon.ask(Self.owner, .restoreScene(nil, "notes")) == .done)
        #expect(await daemon.head("notes") == before)
        #expect(await Self.trash(of: &daemon) == [])
        #expect(await daemon.ask(Self.owner, .restoreScene(nil, "notes"))?.code == .alreadyExists)
        #expect(await daemon.ask(Self.owner, .restoreScene(nil, "other"))?.code == .notFound)
        #expect(await daemon.make(Self.owner, as: 1, scene: "notes")?.receipt?.revision == 2)
    }

    @Test("A failed write leaves the scene where it was")
    func whileWritten() async throws {
        var daemon = try await Self.daemon()
        let before = try #require(await daemon.head("notes"))
        let removal = await daemon.post(Self.owner, .trashScene(nil, "notes"))
        #expect(await daemon.ask(1, .presence(scene: "notes"))?.failure?.code == .busy)
        await daemon.land(failing: true)
        #expect(daemon.answer(to: removal)?.code == .unavailable)
        #expect(await daemon.head("notes") == before)
        let renaming = await daemon.post(Self.owner, .renameScene(nil, "notes", to: "letters"))
        await daemon.landUnknown(isWritten: true)
        #expect(daemon.answer(to: renaming)?.code == .unavailable)
        #expect(await daemon.head("letters")?.epoch == before.epoch)
    }

    @Test("The use of its name erases a scene in the trash", arguments: [false, true])
    func usedName(isRenamed: Bool) async throws {
        var daemon = try await Self.daemon()
        _ = await daemon.ask(Self.owner, .trashScene(nil, "notes"))
        if isRenamed {
            _ = await daemon.make(Self.owner, as: 1, scene: "drafts")
            #expect(
                await daemon.ask(Self.owner, .renameScene(nil, "drafts", to: "notes")) == .done)
        } else {
            #expect(await daemon.make(Self.owner, as: 1, scene: "notes")?.receipt?.revision == 1)
        }
        #expect(await Self.trash(of: &daemon) == [])
        let usage = try await daemon.store.usage(of: DaemonBench.user)
        #expect(usage.trash.isEmpty && usage.scenes == [.main, "notes"])
    }

    @Test("The oldest scenes leave a full trash, and each after its time")
    func bounds() async throws {
        var daemon = try await DaemonBench()
        _ = await daemon.hello(Self.owner, as: 1, of: DaemonBench.user)
        for number in 0...UserLimits.trash {
            let scene = SceneID(unchecked: "scene-\(number)")
            #expect(await daemon.make(Self.owner, as: 1, scene: scene)?.receipt != nil)
            await daemon.pass(.seconds(1))
            #expect(await daemon.ask(Self.owner, .trashScene(nil, scene)) == .done)
        }
        let kept = await Self.trash(of: &daemon) ?? []
        #expect(kept.count == UserLimits.trash && !kept.contains("scene-0"))
        await daemon.pass(UserLimits.trashTime)
        _ = await daemon.hello(Self.owner, as: 1, of: DaemonBench.user)
        #expect(await Self.trash(of: &daemon) == [])
        #expect(try await daemon.store.usage(of: DaemonBench.user).length == 0)
    }

    @Test("A permanent removal erases a scene in the trash")
    func permanently() async throws {
        var daemon = try await Self.daemon()
        _ = await daemon.ask(Self.owner, .trashScene(nil, "notes"))
        #expect(await daemon.ask(Self.owner, .removeScene(nil, "notes")) == .done)
        #expect(await Self.trash(of: &daemon) == [])
        #expect(await daemon.ask(Self.owner, .removeScene(nil, "notes"))?.code == .notFound)
        #expect(await daemon.ask(Self.owner, .restoreScene(nil, "notes"))?.code == .notFound)
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

    private static func trash(of daemon: inout DaemonBench) async -> [SceneID]? {
        let answer = await daemon.ask(DaemonBench.root, .listScenes(DaemonBench.user))
        if case .scenes(_, let trash, _)? = answer { return trash.map(\.name) }
        return nil
    }
}
