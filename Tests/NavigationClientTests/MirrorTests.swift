import NavigationClient
import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Mirrors of a real daemon", .timeLimit(.minutes(5)))
struct MirrorTests {
    static let tabs = SceneDescription(
        tabs: ["inbox", "search"].map { (id: TabID) in
            TabDescription(
                id: id, title: id.rawValue, stack: [ScreenDescription(route: "app://\(id)")])
        })

    @Test("A change shows at once where it is made, and then everywhere, with equal digests")
    func twoDevices() async throws {
        let mirrors = try await TwoMirrors()
        let (phone, tablet) = (mirrors.phone, mirrors.tablet)
        let first = ScreenDescription(route: "app://inbox/1")
        let change = try #require(try await phone.perform(.push(first)))
        let shown = await phone.current.scene.selected?.stack.map(\.route)
        #expect(shown == ["app://inbox", "app://inbox/1"])
        let receipt = try await change.outcome()
        #expect(receipt.outcomes == [.applied])

        let seen = await tablet.update { $0.revision == receipt.revision }
        let own = await phone.update { $0.revision == receipt.revision && $0.pendingCount == 0 }
        #expect(seen?.scene == own?.scene)
        #expect(seen?.digest == own?.state.recomputedDigest)
        try await mirrors.stop()
    }

    @Test(
        "Without a daemon changes are kept and shown; when it comes back they are there once each")
    func offline() async throws {
        let home = try Home()
        let client = try await home.client("phone")
        let mirror = try await client.mirror()
        try await mirror.perform(.replaceScene(Self.tabs))
        for number in 1...3 {
            try await mirror.perform(.push(ScreenDescription(route: "app://inbox/\(number)")))
        }
        let waiting = await mirror.current
        #expect(waiting.status == .offline)
        #expect(waiting.pendingCount == 4)
        #expect(waiting.scene.selected?.stack.count == 4)

        let daemon = try home.start()
        // The outcomes come on control and the commits on the feed: either may be first.
        let settled = await mirror.update {
            $0.pendingCount == 0 && $0.revision == 4 && $0.status == .live
        }
        #expect(settled?.scene.selected?.stack.count == 4)
        await client.close()
        try await daemon.stop()
    }

    @Test("Pop to root takes thousands of screens off in one change, and undo brings them back")
    func deep() async throws {
        let mirrors = try await TwoMirrors()
        let (phone, tablet) = (mirrors.phone, mirrors.tablet)
        for batch in 0..<4 {
            let pushes = (0..<900).map { number in
                Intent.push(ScreenDescription(route: "app://\(batch)/\(number)"))
            }
            let change = try #require(try await phone.perform(.batch(pushes)))
            #expect(try await change.outcome().outcomes.mostSevere.kind == .applied)
        }
        let deep = await tablet.update { $0.scene.selected?.stack.count == 3_601 }
        let pop = try #require(try await tablet.perform(.popToRoot()))
        guard case .spans? = (pop.operations.first?.payload as? PopOperation)?.screens else {
            Issue.record("\(pop.operations)")
            return
        }
        #expect(try await pop.outcome().outcomes == [.applied])
        let flat = await phone.update { $0.scene.selected?.stack.count == 1 }
        #expect(flat?.digest == flat?.state.recomputedDigest)
        let undo = try #require(try await tablet.undo()?.change)
        #expect(try await undo.outcome().outcomes == [.applied])
        let back = await phone.update { $0.scene.selected?.stack.count == 3_601 }
        #expect(back?.scene == deep?.scene)
        #expect(back?.digest == back?.state.recomputedDigest)
        try await mirrors.stop()
    }

    @Test("A restarted daemon is followed on without a restart of the client")
    func restart() async throws {
        let home = try Home()
        var daemon = try home.start()
        let client = try await home.client("phone")
        let mirror = try await client.mirror()
        _ = try await #require(try await mirror.perform(.replaceScene(Self.tabs))).outcome()
        for round in 1...3 {
            try await daemon.stop()
            let next = ScreenDescription(route: "app://inbox/\(round)")
            let change = try #require(try await mirror.perform(.push(next)))
            daemon = try home.start()
            #expect(try await change.outcome().outcomes == [.applied])
        }
        let settled = await mirror.update { $0.status == .live && $0.revision == 4 }
        #expect(settled?.scene.selected?.stack.count == 4)
        await client.close()
        try await daemon.stop()
    }

    @Test("A client that starts again knows the last state before it has met anybody")
    func lastState() async throws {
        let home = try Home()
        let daemon = try home.start()
        let first = try await home.client("phone")
        let before = try await first.mirror()
        _ = try await #require(try await before.perform(.replaceScene(Self.tabs))).outcome()
        let scene = await before.update { $0.revision == 1 }?.scene
        await first.close()
        try await daemon.stop()

        let second = try await home.client("phone")
        let after = await (try await second.mirror()).current
        #expect(after.status == .offline)
        #expect(after.revision == 1)
        #expect(after.scene == scene)
        await second.close()
    }

    @Test("An invalid change is refused before it leaves the device, and nothing is saved")
    func impossible() async throws {
        let home = try Home()
        let client = try await home.client("phone")
        let mirror = try await client.mirror()
        await #expect(throws: NavigationClientError.self) {
            try await mirror.perform(.selectTab("nowhere"))
        }
        #expect(await mirror.current.pendingCount == 0)
        await client.close()
        await #expect(throws: NavigationClientError.self) {
            try await mirror.perform(.replaceScene(Self.tabs))
        }
    }
}

@Suite("A mirror whose connection can't be opened", .timeLimit(.minutes(5)))
struct MirrorStartTests {
    @Test("It is refused at each request, and not kept as one that never connects")
    func refusedEachTime() async throws {
        let home = try Home()
        let client = try await home.client("phone")
        var kept: [SceneMirror] = []
        var refused: SceneID?
        // Each takes sockets of the client's, of which there are so many.
        for number in 0..<1_200 where refused == nil {
            let scene = try #require(SceneID(rawValue: "scene-\(number)"))
            do { kept.append(try await client.mirror(of: scene)) } catch {
                #expect(error.code == .configuration, "\(error)")
                refused = scene
            }
        }
        let scene = try #require(refused, "sockets without end")
        for _ in 0..<2 {
            await #expect(throws: NavigationClientError.self) {
                try await client.mirror(of: scene)
            }
        }
        // Those that were there before still are.
        #expect(try await client.mirror(of: "scene-0").current.pendingCount == 0)
        await client.close()
    }
}
