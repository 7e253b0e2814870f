import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("A daemon whose store is damaged")
struct StoreDamageTests {
    private static let declared: [Operation] = [
        .declareTab("inbox", at: .between(nil, nil), attributes: [])
    ]
    private static let titled: [Operation] = [
        .updateTab("inbox", attributes: [Attribute(field: TabField.title, value: .text("T"))])
    ]
    private static let other: SceneID = "other"

    /// A daemon that starts anew on two scenes, the read of one of which says that it is damaged.
    private func bench(damaged error: StoreError) async throws -> DaemonBench {
        var bench = try await DaemonBench()
        for scene in [SceneID.main, Self.other] {
            let receipt = await bench.submit(1, Self.declared, scene: scene)?.receipt
            #expect(receipt?.revision == 1)
        }
        try await bench.restart()
        // After the device's user, which hello has read.
        _ = await bench.ask(1, .listScenes(DaemonBench.user))
        let next = await bench.store.calls + 1
        await bench.store.fail(call: next, with: error)
        return bench
    }

    private func sync(_ scene: SceneID) -> Request.Call {
        .sync(scene: scene, epoch: .none, revision: .zero)
    }

    @Test("Damage of one scene is reported at once, stops that scene alone, and stays")
    func oneScene() async throws {
        let why = "revision 1 has a wrong checksum"
        var bench = try await bench(damaged: .damagedScene(DaemonBench.key, why))
        let calls: [Request.Call] = [
            sync(.main), .presence(scene: .main), .status(scene: .main), .audit(scene: .main),
            .history(scene: .main, after: .zero, limit: 10), .state(scene: .main, at: 1),
        ]
        for call in calls {
            let failure = await bench.ask(1, call)?.failure
            #expect(failure?.code == .damaged, "\(call)")
            #expect(failure?.message == "scene ann/main is damaged: \(why)", "\(call)")
        }
        #expect(bench.damages == [Damage(of: DaemonBench.key, why)])
        let other = await bench.submit(2, Self.titled, scene: Self.other)?.receipt
        #expect(other?.revision == 2)
        // That the store has worked since takes nothing back.
        #expect(await bench.ask(3, sync(.main))?.failure?.code == .damaged)
        let load = bench.core.load(at: bench.now)
        #expect(load.damagedScenes == 1 && !load.isStoreDamaged)
    }

    @Test(
        "While a scene is damaged, devices are let in and shut out, and the other scenes tell of it"
    )
    func registry() async throws {
        var bench = try await bench(damaged: .damagedScene(DaemonBench.key, "rot"))
        // The first of them finds the damage.
        let revoke = Request.Call.revokeDevice(DaemonBench.user, DaemonBench.device(1))
        guard case .revoked(let revoked)? = await bench.ask(DaemonBench.root, revoke) else {
            Issue.record("not revoked")
            return
        }
        #expect(bench.damages.count == 1)
        #expect(revoked.heads.map(\.scene) == [Self.other])
        let hello = await bench.hello(DaemonBench.owner990, as: 1, of: DaemonBench.user)
        #expect(hello?.code == .revoked)
        _ = await bench.paired(7)
        guard
            case .devices(let devices, _, _)? = await bench.ask(
                DaemonBench.root, .listDevices("ann"))
        else {
            Issue.record("no devices")
            return
        }
        #expect(devices.contains { $0.device == DaemonBench.device(7) && $0.revoked == nil })
        #expect(devices.contains { $0.device == DaemonBench.device(1) && $0.revoked != nil })
        let entries = try await bench.store.commits(
            of: SceneKey(user: DaemonBench.user, scene: Self.other), after: 1, limit: 9)
        #expect(entries.count == 2)
        let removal = await bench.ask(
            DaemonBench.root, .removeUser(DaemonBench.user, erases: false))
        #expect(removal?.failure == nil)
    }

    @Test("Damage of the store stops every change of scenes and registry, and no look at them")
    func wholeStore() async throws {
        var bench = try await bench(damaged: .damaged("page 7"))
        #expect(await bench.ask(1, sync(.main))?.failure?.code == .damaged)
        #expect(bench.damages == [Damage(of: nil, "page 7")])
        // What can be read is served.
        #expect(await bench.ask(1, sync(.main))?.failure == nil)
        let before = await bench.store.calls
        let refusal = await bench.submit(1, Self.titled)?.failure
        #expect(refusal?.code == .damaged)
        #expect(refusal?.message == "the database is damaged: page 7")
        let owner = Principal.local(uid: DaemonBench.owner)
        let added = await bench.ask(owner, .addUser("bob", uid: nil))
        #expect(added?.failure?.code == .damaged)
        await bench.pass(.seconds(3_600))
        #expect(await bench.store.calls == before, "nothing is written any more")
        #expect(bench.core.load(at: bench.now).isStoreDamaged)
        #expect(bench.damages.count == 1)
    }

    @Test("The failure for a remote device names the scene and nothing of the store")
    func disclosure() {
        let damage = Damage(of: DaemonBench.key, "/var/lib/x: row 7")
        let failure = DaemonCore.PersistenceFailure.damaged(damage)
        let reported = failure.onTheWire(for: .device(.sample(1)))
        #expect(reported.code == .damaged)
        #expect(reported.message.contains("ann/main") && !reported.message.contains("/var/lib"))
        #expect(failure.onTheWire(for: .local(uid: 5)).message.contains("/var/lib/x: row 7"))
    }

    @Test("A batch with missing files is not acknowledged, and the daemon stops")
    func filesMissing() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(1, Self.declared)
        let next = await bench.store.calls + 1
        await bench.store.fail(call: next, with: .filesMissing("removed"), takingEffect: true)
        let answer = await bench.submit(1, Self.titled)
        #expect(answer?.receipt == nil)
        #expect(answer?.failure?.code == .damaged)
        #expect(bench.stop?.contains("removed") == true)
    }

    @Test("A fault that the check of the database finds stops its writer")
    func audit() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(1, Self.declared)
        bench.isHoldingReads = true
        _ = await bench.ask(1, .audit(scene: .main))
        let finding = Audit.CheckResult.state(digest: .zero, revision: 1, start: .zero)
        await bench.read(
            StoredAudit(
                replay: finding, snapshot: finding, fault: "page 3 is lost", isOfWholeStore: true))
        bench.isHoldingReads = false
        #expect(bench.damages == [Damage(of: nil, "page 3 is lost")])
        #expect(await bench.submit(1, Self.titled)?.failure?.code == .damaged)
    }

    @Test("A device ahead of the store in the same epoch is reported once")
    func ahead() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(1, Self.declared)
        guard case .synced(let synced) = await bench.ask(1, sync(.main)) else {
            Issue.record("no answer")
            return
        }
        let epoch = synced.head.epoch
        func call(_ revision: Revision, _ epoch: Epoch) -> Request.Call {
            .sync(scene: .main, epoch: epoch, revision: revision)
        }
        _ = await bench.ask(2, call(1, epoch))
        _ = await bench.ask(2, call(9, Epoch(rawValue: epoch.rawValue ^ 1)))
        #expect(bench.ahead.isEmpty)
        for _ in 1...3 { _ = await bench.ask(2, call(5, epoch)) }
        let position = MirrorPosition(epoch: epoch, revision: 5)
        _ = await bench.ask(2, .presence(scene: .main, at: position))
        #expect(bench.ahead.count == 1)
        let reported = try #require(bench.ahead.first)
        #expect(reported.scene == DaemonBench.key && reported.device == DaemonBench.device(2))
        #expect(reported.revision == 5 && reported.head == 1)
        _ = await bench.ask(3, call(2, epoch))
        #expect(bench.ahead.map(\.revision) == [5, 2])
        #expect(bench.core.metrics.devicesAhead == 2)
        #expect(bench.core.load(at: bench.now).scenesBehind == 1)
    }
}
