import InMemoryStore
import DeviceStore
import NavigationModel
import NavigationStore
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("Healing of scenes from what devices remember")
struct HealingTests {
    private static let declared: [Operation] = [
        .declareTab("inbox", at: .between(nil, nil), attributes: [])
    ]

    private static func declare(_ tab: TabID) -> [Operation] {
        [.declareTab(tab, at: .between(nil, nil), attributes: [])]
    }

    /// A state of the scene `main` that some other daemon had.
    private struct Lost {
        let position: Head
        let bytes: [UInt8]

        /// - Parameters:
        ///   - tabs: those that it shows, each by a revision of its own.
        ///   - epoch: the id of its history.
        init(tabs: [TabID], epoch: UInt64 = 77) async throws {
            var bench = try await DaemonBench()
            for tab in tabs { _ = await bench.submit(1, HealingTests.declare(tab)) }
            let state = try #require(try await bench.stored()).state
            bytes = state.snapshot
            position = Head(
                scene: .main, epoch: Epoch(rawValue: epoch),
                revision: Revision(rawValue: UInt64(tabs.count)), digest: state.digest)
        }

        /// The histories that its own contains.
        var former: [FormerHistory] = []

        func parts(store: StoreID = StoreID(rawValue: 9)) -> [Request.Call] {
            let (length, step) = (bytes.count, 100)
            return stride(from: 0, to: length, by: step).map { offset in
                .remember(
                    Remember(
                        position: position, store: store, length: length, offset: offset,
                        content: Array(bytes[offset..<min(length, offset + step)]),
                        former: former))
            }
        }
    }

    /// Hands a state over; returns the last answer.
    private func handOver(
        _ lost: Lost, by device: UInt64, to bench: inout DaemonBench
    ) async -> RememberAnswer? {
        var last: RememberAnswer?
        for part in lost.parts() {
            guard case .remembered(let answer)? = await bench.ask(device, part) else { return nil }
            last = answer
        }
        return last
    }

    /// Has the first read of the scene since the daemon's start fail, as if bits had flipped; returns the answer
    /// to whoever asked for it.
    private func findDamage(in bench: inout DaemonBench) async -> Failure.Code? {
        // After the device's user, which hello has read.
        _ = await bench.ask(1, .listScenes(DaemonBench.user))
        let next = await bench.store.calls + 1
        await bench.store.fail(call: next, with: .damagedScene(DaemonBench.key, "rot"))
        return await bench.ask(1, .presence(scene: .main))?.code
    }

    private func states(_ device: UInt64, _ bench: inout DaemonBench) async -> [RememberedState]? {
        guard case .rememberedStates(let states)? = await bench.ask(device, .listRemembered) else {
            return nil
        }
        return states
    }

    @Test("A state takes the place of an empty scene, under a new epoch, and mirrors follow")
    func emptyScene() async throws {
        let lost = try await Lost(tabs: ["a", "b", "c"])
        var bench = try await DaemonBench()
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
        #expect(await handOver(lost, by: 2, to: &bench) == .holds)
        let state = try #require(await states(2, &bench)?.first)
        #expect(
            state.position == lost.position && state.tabs == 3 && state.completeness == .unknown)
        #expect(state.devices == [DaemonBench.device(1), DaemonBench.device(2)])
        bench.published = []
        let answer = await bench.ask(1, .heal(Heal(lost.position)))
        guard case .healed(let head)? = answer else {
            Issue.record("\(answer as Any)")
            return
        }
        #expect(head.revision == 4 && head.digest == lost.position.digest)
        #expect(head.epoch != lost.position.epoch)
        #expect(await bench.head() == head)
        let stored = try #require(try await bench.stored())
        #expect(stored.epoch == head.epoch && stored.state.digest == head.digest)
        #expect(stored.oldestRevision == 4)
        // It goes on from there, and after the next start.
        #expect(await bench.submit(1, Self.declare("d"))?.receipt?.revision == 5)
        try await bench.restart()
        #expect(await bench.head()?.revision == 5)
        // Whoever comes with the lost history is told how much of it is there.
        let call = Request.Call.sync(
            scene: .main, epoch: lost.position.epoch, revision: lost.position.revision)
        guard case .synced(let synced)? = await bench.ask(3, call) else {
            Issue.record("no answer to sync")
            return
        }
        let brought = FormerHistory(epoch: lost.position.epoch, end: 3, isHealed: true)
        #expect(synced.former.contains(brought), "\(synced.former)")
        let hello = Request.Call.hello(
            Hello(user: DaemonBench.user, device: DaemonBench.device(3), name: "third"))
        #expect(await bench.ask(3, hello)?.welcome?.formerStores == [StoreID(rawValue: 9)])
        #expect(await handOver(lost, by: 3, to: &bench) == .contains(upTo: 3))
    }

    @Test(
        "A healed scene contains the histories that the state's contains, each as far as any had it"
    )
    func lineage() async throws {
        let first = Epoch(rawValue: 70)
        func history(_ end: Revision, _ isHealed: Bool) -> FormerHistory {
            FormerHistory(epoch: first, end: end, isHealed: isHealed)
        }
        var bench = try await DaemonBench()
        var lost = try await Lost(tabs: ["a", "b"], epoch: 77)
        lost.former = [history(3, false)]
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
        // Another device of that history has been told of another end.
        lost.former = [history(2, true), FormerHistory(epoch: Epoch(rawValue: 71), end: 5)]
        #expect(await handOver(lost, by: 2, to: &bench) == .holds)
        guard case .healed? = await bench.ask(1, .heal(Heal(lost.position))) else {
            Issue.record("not healed")
            return
        }
        func former() async -> [FormerHistory] {
            let call = Request.Call.sync(scene: .main, epoch: first, revision: 1)
            return (await bench.ask(3, call))?.synced?.former ?? []
        }
        #expect(await former().contains(history(3, true)))
        #expect(await former().contains(FormerHistory(epoch: Epoch(rawValue: 71), end: 5)))
        // An earlier state of the first history brings nothing: nobody submits anew what was settled after it.
        var earlier = try await Lost(tabs: ["a"], epoch: 70)
        #expect(await handOver(earlier, by: 3, to: &bench) == .contains(upTo: 3))
        // Nor does a state of another history that has less of it.
        earlier = try await Lost(tabs: ["c"], epoch: 78)
        earlier.former = [history(1, true)]
        #expect(await handOver(earlier, by: 3, to: &bench) == .holds)
        guard case .healed? = await bench.ask(3, .heal(Heal(earlier.position))) else {
            Issue.record("not healed")
            return
        }
        #expect(await former().contains(history(3, true)))
    }

    @Test("Of an unreadable scene nothing is contained but what the state's history contains")
    func lineageOfDamaged() async throws {
        let disk = InMemoryStore.Storage()
        var bench = try await DaemonBench(on: disk)
        var lost = try await Lost(tabs: ["a", "b"], epoch: 77)
        // As many as are kept.
        lost.former = (55...70).map { FormerHistory(epoch: Epoch(rawValue: $0), end: 3) }
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
        guard case .healed? = await bench.ask(1, .heal(Heal(lost.position))) else {
            Issue.record("not healed")
            return
        }
        bench = try await DaemonBench(on: disk)
        #expect(await findDamage(in: &bench) == .damaged)
        lost = try await Lost(tabs: ["a"], epoch: 78)
        lost.former = [FormerHistory(epoch: Epoch(rawValue: 70), end: 1, isHealed: true)]
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
        let heal = Heal(lost.position, acceptsLoss: true)
        guard case .healed? = await bench.ask(1, .heal(heal)) else {
            Issue.record("not healed")
            return
        }
        let call = Request.Call.sync(scene: .main, epoch: Epoch(rawValue: 70), revision: 3)
        let former = await bench.ask(3, call)?.synced?.former ?? []
        #expect(former.count == FormerHistory.most)
        #expect(former.contains(FormerHistory(epoch: Epoch(rawValue: 70), end: 1, isHealed: true)))
        #expect(former.contains(FormerHistory(epoch: Epoch(rawValue: 78), end: 1, isHealed: true)))
        // The state that was lost with the scene can heal it, too.
        lost = try await Lost(tabs: ["a", "b"], epoch: 77)
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
    }

    @Test("Changes made since the loss stay, on top of the restored state")
    func doneSince() async throws {
        let lost = try await Lost(tabs: ["a", "b"])
        var bench = try await DaemonBench()
        _ = await bench.submit(4, Self.declare("new"))
        _ = await handOver(lost, by: 1, to: &bench)
        _ = await bench.submit(4, Self.declare("newer"))
        guard case .healed? = await bench.ask(1, .heal(Heal(lost.position))) else {
            Issue.record("not healed")
            return
        }
        let scene = try #require(try await bench.stored()).state.scene
        #expect(Set(scene.tabs.map(\.id)) == ["a", "b", "new", "newer"])
        // What was settled before is settled still.
        let last = try #require(try await bench.stored()).last
        #expect(last.keys.contains(DaemonBench.device(4)))
    }

    @Test("A screen that was popped and pruned since the common revision stays popped")
    func closedSince() async throws {
        // A backup has the tab; the device has seen it go, and be forgotten.
        var bench = try await DaemonBench()
        _ = await bench.submit(1, Self.declare("kept"))
        _ = await bench.submit(1, Self.declare("gone"))
        let common = try #require(try await bench.stored())
        var later = common.state
        later.removeRecords([.tab("gone")])
        let stamp = Stamp(time: later.latest.next, device: DaemonBench.device(2), sequence: 1)
        later.join(
            [
                RegisterWrite(
                    record: .tab("kept"), field: TabField.title, stamp: stamp, value: .text("K"))
            ], at: 3)
        let former = common.epoch
        try await bench.restart(renewingEpochs: true)
        _ = await bench.submit(1, Self.declare("new"))
        let handed = UploadedState(
            key: DaemonBench.key,
            position: Head(
                scene: .main, epoch: former, revision: 9, digest: later.digest),
            store: .none, device: DaemonBench.device(2), bytes: later.snapshot)
        let parts = Request.Call.remember(
            Remember(
                position: handed.position, store: .none, length: handed.bytes.count, offset: 0,
                content: handed.bytes))
        #expect(await bench.ask(2, parts) == .remembered(.holds))
        guard case .healed? = await bench.ask(2, .heal(Heal(handed.position))) else {
            Issue.record("not healed")
            return
        }
        let tabs = try #require(try await bench.stored()).state.scene.tabs.map(\.id)
        #expect(Set(tabs) == ["kept", "new"])
    }

    @Test("Of one epoch only what the state is not known to have is joined")
    func sameEpoch() async throws {
        var bench = try await DaemonBench()
        for tab in ["a", "b"] as [TabID] { _ = await bench.submit(1, Self.declare(tab)) }
        let common = try #require(try await bench.stored())
        var later = common.state
        later.removeRecords([.tab("b")])
        let stamp = Stamp(time: later.latest.next, device: DaemonBench.device(2), sequence: 1)
        later.join(
            [
                RegisterWrite(
                    record: .tab("a"), field: TabField.title, stamp: stamp, value: .text("A"))
            ], at: 3)
        // The daemon has lost revision 3, and goes on without it.
        _ = await bench.submit(1, Self.declare("c"))
        let position = Head(
            scene: .main, epoch: common.epoch, revision: 3, digest: later.digest)
        let bytes = later.snapshot
        let part = Remember(
            position: position, store: .none, length: bytes.count, offset: 0, content: bytes)
        #expect(await bench.ask(2, .remember(part)) == .remembered(.holds))
        guard case .healed(let head)? = await bench.ask(2, .heal(Heal(position))) else {
            Issue.record("not healed")
            return
        }
        #expect(head.epoch != common.epoch && head.revision == 4)
        let scene = try #require(try await bench.stored()).state.scene
        #expect(scene.tabs.first { $0.id == "a" }?.title == "A")
        #expect(scene.tabs.contains { $0.id == "c" })
    }

    @Test("A state that does not match its digest is not held")
    func forged() async throws {
        var bench = try await DaemonBench()
        let lost = try await Lost(tabs: ["a"])
        let other = try await Lost(tabs: ["b"])
        let forged = Remember(
            position: lost.position, store: .none, length: other.bytes.count, offset: 0,
            content: other.bytes)
        #expect(await bench.ask(1, .remember(forged))?.code == .malformed)
        let noise = Remember(
            position: lost.position, store: .none, length: 3, offset: 0, content: [255, 255, 255])
        #expect(await bench.ask(1, .remember(noise))?.code == .malformed)
        #expect(await states(1, &bench) == [])
        #expect(await bench.ask(1, .heal(Heal(lost.position)))?.code == .notFound)
    }

    @Test("A state of nothing is in every scene: it brings what was acknowledged after it")
    func nothing() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(4, Self.declare("new"))
        let position = Head(
            scene: .main, epoch: Epoch(rawValue: 77), revision: .zero, digest: .zero)
        let part = Remember(
            position: position, store: StoreID(rawValue: 9), length: 0, offset: 0, content: [],
            settled: [1])
        #expect(await bench.ask(1, .remember(part)) == .remembered(.contains(upTo: .zero)))
    }

    @Test("A part out of its turn is answered with the one that is wanted")
    func outOfTurn() async throws {
        var bench = try await DaemonBench()
        let lost = try await Lost(tabs: (1...9).map { TabID(unchecked: "tab-\($0)") })
        let parts = lost.parts()
        try #require(parts.count > 2)
        #expect(await bench.ask(1, parts[1]) == .remembered(.wants(0)))
        #expect(await bench.ask(1, parts[0]) == .remembered(.wants(100)))
        #expect(await bench.ask(1, parts[2]) == .remembered(.wants(100)))
        // From the beginning again.
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
    }

    @Test("No user sees or heals another's states")
    func otherUsers() async throws {
        let lost = try await Lost(tabs: ["a"])
        var bench = try await DaemonBench()
        _ = await handOver(lost, by: 1, to: &bench)
        #expect(await bench.ask(DaemonBench.root, .addUser("bob", uid: nil)) == .done)
        let bob = await bench.hello(DaemonBench.root, as: 8, of: "bob")
        #expect(bob?.welcome?.user == "bob")
        #expect(await bench.ask(DaemonBench.root, .listRemembered) == .rememberedStates([]))
        #expect(await bench.ask(DaemonBench.root, .heal(Heal(lost.position)))?.code == .notFound)
        #expect(await bench.head()?.revision == .zero)
    }

    @Test("A state that lacks what was acknowledged is taken only by who accepts that")
    func acknowledged() async throws {
        let lost = try await Lost(tabs: ["a", "b"])
        let head = Head(
            scene: .main, epoch: lost.position.epoch, revision: 5, digest: lost.position.digest)
        var bench = try await DaemonBench(acknowledged: [DaemonBench.key: [head]])
        _ = await handOver(lost, by: 1, to: &bench)
        #expect(await states(1, &bench)?.first?.completeness == .behind(3))
        let refused = await bench.ask(1, .heal(Heal(lost.position)))?.failure
        #expect(refused?.code == .outOfHistory)
        #expect(refused?.message.contains("lacks 3") == true, "\(refused as Any)")
        guard case .healed? = await bench.ask(1, .heal(Heal(lost.position, acceptsLoss: true)))
        else {
            Issue.record("not healed")
            return
        }
    }

    @Test("At the acknowledged revision another digest is not what was acknowledged")
    func different() async throws {
        let lost = try await Lost(tabs: ["a", "b"])
        let head = Head(
            scene: .main, epoch: lost.position.epoch, revision: 2, digest: Digest(hashing: [1]))
        var bench = try await DaemonBench(acknowledged: [DaemonBench.key: [head]])
        _ = await handOver(lost, by: 1, to: &bench)
        #expect(await states(1, &bench)?.first?.completeness == .different)
        #expect(await bench.ask(1, .heal(Heal(lost.position)))?.code == .outOfHistory)
    }

    @Test("A damaged scene is healed, and served again")
    func damagedScene() async throws {
        let lost = try await Lost(tabs: ["a", "b"])
        var bench = try await DaemonBench()
        _ = await bench.submit(1, Self.declared)
        try await bench.restart()
        #expect(await findDamage(in: &bench) == .damaged)
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
        guard case .healed(let head)? = await bench.ask(1, .heal(Heal(lost.position))) else {
            Issue.record("not healed")
            return
        }
        #expect(await bench.head() == head)
        #expect(bench.core.load(at: bench.now).damagedScenes == 0)
    }

    @Test("A damaged scene is read again if the fate of its healing is unknown")
    func unknownFate() async throws {
        let lost = try await Lost(tabs: ["a", "b"])
        var bench = try await DaemonBench()
        _ = await bench.submit(1, Self.declared)
        try await bench.restart()
        #expect(await findDamage(in: &bench) == .damaged)
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
        let write = await bench.store.calls + 1
        await bench.store.fail(call: write, with: .indeterminate("I/O"), takingEffect: true)
        #expect(await bench.ask(1, .heal(Heal(lost.position)))?.code == .unavailable)
        #expect(await bench.head()?.digest == lost.position.digest)
        #expect(bench.core.load(at: bench.now).damagedScenes == 0)
    }

    @Test(
        "A damaged scene is healed by what a device has of its former history, if the loss is accepted"
    )
    func damagedSceneOfFormerHistory() async throws {
        let lost = try await Lost(tabs: ["a", "b"])
        let present = Head(
            scene: .main, epoch: Epoch(rawValue: 555), revision: 9, digest: Digest(hashing: [1]))
        let disk = InMemoryStore.Storage()
        var bench = try await DaemonBench(on: disk)
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
        guard case .healed? = await bench.ask(1, .heal(Heal(lost.position))) else {
            Issue.record("not healed")
            return
        }
        #expect(await handOver(lost, by: 1, to: &bench) == .contains(upTo: 2))
        bench = try await DaemonBench(on: disk, acknowledged: [DaemonBench.key: [present]])
        #expect(await findDamage(in: &bench) == .damaged)
        #expect(await handOver(lost, by: 1, to: &bench) == .holds)
        #expect(await states(1, &bench)?.first?.completeness == .behind(7))
        #expect(await bench.ask(1, .heal(Heal(lost.position)))?.code == .outOfHistory)
        let heal = Heal(lost.position, acceptsLoss: true)
        guard case .healed(let head)? = await bench.ask(1, .heal(heal)) else {
            Issue.record("not healed")
            return
        }
        #expect(await bench.head() == head && head.digest == lost.position.digest)
        #expect(bench.core.load(at: bench.now).damagedScenes == 0)
    }

    @Test(
        "A log that is compacted while it is read for healing is not taken for whole",
        arguments: [[2, 3], [3], [4], []])
    func compactedMeanwhile(missing: [Revision]) async throws {
        let lost = try await Lost(tabs: ["z"])
        var bench = try await DaemonBench()
        for tab in ["a", "b", "c", "d"] as [TabID] { _ = await bench.submit(1, Self.declare(tab)) }
        let scene = try #require(bench.core.pipeline.scenes[DaemonBench.key])
        let plan = HealPlan(
            key: DaemonBench.key,
            held: UploadedState(
                key: DaemonBench.key, position: lost.position, store: .none,
                device: DaemonBench.device(2), bytes: lost.bytes),
            present: SceneCapture(scene), common: 1, oldestRevision: .zero,
            epoch: Epoch(rawValue: 5))
        var healing = try #require(plan.begin())
        let log = try await bench.store.commits(of: DaemonBench.key, after: 1, limit: 9)
        // Page by page.
        for commit in log where !missing.contains(commit.revision) {
            healing.add([commit])
        }
        let tabs = Set(try SceneState(snapshot: healing.finish().bytes).scene.tabs.map(\.id))
        // Of the first commit the remembered state is taken to have what is not there.
        #expect(tabs == (missing.isEmpty ? ["z", "b", "c", "d"] : ["z", "a", "b", "c", "d"]))
    }

    @Test("A device that is beyond the end of a former history is noticed")
    func beyondTheEnd() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(1, Self.declared)
        let former = try #require(await bench.head())
        try await bench.restart(renewingEpochs: true)
        for (device, revision) in [(2, 1), (3, 2)] as [(UInt64, Revision)] {
            let call = Request.Call.sync(scene: .main, epoch: former.epoch, revision: revision)
            _ = await bench.ask(device, call)
        }
        #expect(bench.ahead.map(\.device) == [DaemonBench.device(3)])
        #expect(bench.ahead.first?.head == 1 && bench.ahead.first?.revision == 2)
    }

    @Test("Devices that name ever more histories of one state take no more room")
    func boundedHistories() async throws {
        var bench = try await DaemonBench()
        var lost = try await Lost(tabs: ["a"])
        for device in 1...4 as ClosedRange<UInt64> {
            lost.former = (0..<16).map {
                FormerHistory(epoch: Epoch(rawValue: 100 * device + $0), end: 3)
            }
            #expect(await handOver(lost, by: device, to: &bench) == .holds)
        }
        let held = bench.core.healing.remembered.find(lost.position, of: DaemonBench.key)
        #expect(held?.handed.former.map(\.epoch.rawValue) == Array(100...115))
    }

    @Test("Uploaded states are bounded, and the user with the most loses the oldest")
    func bounded() {
        var states = RememberedStates()
        let summary = RememberedSummary(latest: .zero, tabs: 0, screens: 0, isContained: false)
        func handed(_ user: UserID, _ number: UInt64, _ length: Int) -> UploadedState {
            UploadedState(
                key: SceneKey(user: user, scene: .main),
                position: Head(
                    scene: .main, epoch: Epoch(rawValue: number), revision: 1, digest: .zero),
                store: .none, device: DaemonBench.device(1),
                bytes: [UInt8](repeating: 0, count: length))
        }
        let third = DaemonLimits.rememberedLength / 3
        states.insert(handed("ann", 1, third / 2), summary)
        for number in 2...5 as ClosedRange<UInt64> {
            states.insert(handed("bob", number, third), summary)
        }
        #expect(states.states(of: "ann").map(\.handed.position.epoch.rawValue) == [1])
        #expect(states.states(of: "bob").map(\.handed.position.epoch.rawValue) == [4, 5])
    }
}
