import InMemoryStore
import NavigationClient
import NavigationModel
import NavigationStore
import NavigationText
import NavigationWire
import Testing

@Suite("Undo, shelf and outbox of mirrors of a real daemon", .timeLimit(.minutes(5)))
struct JournalAndShelfTests {
    @Test("Undo and redo are changes like any other, and nothing is done without a reason")
    func undo() async throws {
        let home = try Home()
        let daemon = try home.start()
        let client = try await home.client("phone")
        let mirror = try await client.mirror()
        #expect(try await mirror.undo() == nil)
        _ = try await #require(try await mirror.perform(.replaceScene(MirrorTests.tabs))).outcome()
        let first = ScreenDescription(route: "app://inbox/1")
        _ = try await #require(try await mirror.perform(.push(first))).outcome()
        let step = try #require(try await mirror.undo())
        guard step.operations.first?.payload is PushOperation else {
            Issue.record("took back \(step.operations)")
            return
        }
        #expect(try await #require(step.change).outcome().outcomes == [.applied])
        #expect(await mirror.current.scene.selected?.stack.map(\.route) == ["app://inbox"])
        let again = try #require(try await mirror.redo())
        #expect(try await #require(again.change).outcome().outcomes == [.applied])
        #expect(await mirror.current.scene.selected?.stack.count == 2)
        #expect(try await mirror.redo() == nil)
        await client.close()
        try await daemon.stop()
    }

    @Test("An offline change that is refused later is shelved until its refusal is acknowledged")
    func shelf() async throws {
        let home = try Home()
        var daemon = try home.start()
        let phone = try await home.client("phone")
        let tablet = try await home.client("tablet")
        let mirrors = [try await phone.mirror(), try await tablet.mirror()]
        let ask = ModalDescription(route: "app://ask")
        let presented = try await #require(try await mirrors[0].perform(.presentModal(ask)))
            .outcome()
        let scene = await mirrors[1].update { $0.revision == presented.revision }?.scene
        let modal = try #require(scene?.modals.first?.id)
        try await daemon.stop()

        // Both answer while nobody is there; only the first to arrive is taken.
        let changes = [
            try #require(try await mirrors[0].perform(.answerModal(modal, .cancel))),
            try #require(try await mirrors[1].perform(.answerModal(modal, .preferred))),
        ]
        #expect(try await mirrors[0].waiting.map(\.id) == [changes[0].id])
        daemon = try home.start()
        for mirror in mirrors { _ = await mirror.update { $0.pendingCount == 0 } }
        var refused: [Int] = []
        for index in 0..<2 {
            #expect(try await mirrors[index].waiting.isEmpty)
            let shelf = try await mirrors[index].shelf.changes
            if let kept = shelf.first {
                refused.append(index)
                #expect(kept.id == changes[index].id)
                guard case .rejected(let outcome) = kept.state else {
                    Issue.record("\(kept)")
                    continue
                }
                #expect(outcome.reason == .answered)
                let receipt = try await changes[index].outcome()
                #expect(receipt.outcomes.first?.reason == .answered)
                #expect(try await mirrors[index].shelf.changes.isEmpty, "its author was told")
            }
        }
        #expect(refused.count == 1)
        for client in [phone, tablet] { await client.close() }
        try await daemon.stop()
    }
}

@Suite("A daemon that can take no changes", .timeLimit(.minutes(15)))
struct UnavailableDaemonTests {
    /// Far more than a look takes, on a machine however busy.
    private static let timeout = Duration.seconds(240)

    @Test("A read is answered at once, with the reason why a change is pending, which is kept")
    func looks() async throws {
        let home = try Home()
        let store = InMemoryStore()
        let daemon = try home.start(store: store)
        // One that follows: the daemon may not listen yet, and a command would not wait for it.
        let first = try await home.client("phone")
        _ = try await #require(
            try await first.mirror().perform(.replaceScene(MirrorTests.tabs))
        ).outcome()
        await first.close()
        await store.refuseCommits(with: .unavailable("the disk is full: free some space"))

        let second = try await home.visit("phone", timeout: .milliseconds(200))
        let result = try await second.submit(.push(ScreenDescription(route: "app://inbox/1")))
        guard case .waiting(_, let reason) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(reason.message.contains("free some space"), "\(reason)")
        await second.client.close()

        let third = try await home.visit("phone", timeout: Self.timeout)
        let start = ContinuousClock.now
        for _ in 1...2 {
            let (view, blockingError) = await third.fetchScene()
            #expect(blockingError == nil && view.pendingCount == 1 && view.revision == 1)
            #expect(view.scene.selected?.stack.count == 2, "the change shows")
        }
        #expect(ContinuousClock.now - start < Self.timeout / 4)
        #expect(await third.putOff?.message.contains("free some space") == true)
        #expect(try await third.status().head.revision == 1)
        #expect(try await third.history(after: .zero, limit: 10).commits.count == 1)
        await third.client.close()

        // One who hands nothing over waits for nothing either.
        let visitor = try await home.visit(
            "phone", timeout: Self.timeout, flushesOutbox: false)
        let came = ContinuousClock.now
        #expect(await visitor.fetchScene().view.revision == 1)
        #expect(ContinuousClock.now - came < Self.timeout / 4)
        await visitor.client.close()

        await store.refuseCommits(with: nil)
        let fourth = try await home.visit("phone", timeout: Self.timeout)
        #expect(await fourth.fetchScene().view.pendingCount == 0)
        #expect(await fourth.putOff == nil)
        #expect(try await fourth.status().head.revision == 2)
        await fourth.client.close()
        try await daemon.stop()
    }
}
