import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Revocation")
struct RevocationTests {
    private static let revoke = Request.Call.revokeDevice("ann", DaemonBench.device(1))

    /// A daemon with a tablet by key that has changed two scenes, and a phone beside it.
    private func prepared() async throws -> (DaemonBench, tablet: Principal, phone: Principal) {
        var bench = try await DaemonBench()
        let tablet = await bench.paired(1)
        let phone = await bench.paired(2)
        _ = await bench.hello(phone, as: 2)
        _ = await bench.hello(tablet, as: 1)
        #expect(await bench.make(tablet, as: 1)?.receipt?.revision == 1)
        #expect(await bench.make(tablet, as: 1, scene: "other")?.receipt?.revision == 1)
        return (bench, tablet, phone)
    }

    @Test("It ends access, is committed in each scene, and leaves the device's changes")
    func whole() async throws {
        let (start, tablet, phone) = try await prepared()
        var bench = start
        try await bench.restart()
        let before = try #require(await bench.hello(phone, as: 2)?.welcome)
        let waiting = await bench.hello(tablet, as: 1)
        #expect(waiting?.welcome?.topic == before.topic)
        let call = try #require(await bench.change(tablet, as: 1))
        let answer = try #require(await bench.ask(phone, Self.revoke)?.revoked)
        let heads = answer.heads
        #expect(heads.map(\.scene) == ["main", "other"])
        #expect(heads.map(\.revision) == [2, 2])
        let log = try await bench.log()
        #expect(log.map(\.operations).last == [.deviceRevoked(DaemonBench.device(1), "tablet")])
        #expect(log.last?.author == "navsyncd")
        let stored = try #require(try await bench.stored())
        #expect(stored.state.scene.tabs.map(\.id) == ["a"])
        #expect(stored.state[.device(DaemonBench.device(1)), DeviceField.revoked]?.revision == 2)

        #expect(bench.gone == [before.topic.bytes])
        #expect(bench.cuts == [tablet])
        #expect(await bench.ask(tablet, call)?.code == .revoked, "what waits is refused")
        #expect(await bench.hello(tablet, as: 1)?.code == .revoked)
        await bench.subscribe(tablet, to: before.topic)
        #expect(bench.cuts == [tablet, tablet, tablet, tablet])
        let after = try #require(await bench.hello(phone, as: 2)?.welcome)
        #expect(after.topic != before.topic)
        #expect(after.feedKey != before.feedKey)
        #expect(await bench.devices().first?.revoked != nil)
        #expect(try await bench.log().count == 2)
        // Again: the same answer, and nothing more is written.
        #expect(await bench.ask(phone, Self.revoke) == .revoked(answer))
        #expect(try await bench.log().count == 2)
    }

    @Test("A change before the revocation is accepted, one after it refused, in one batch")
    func order() async throws {
        let (start, tablet, phone) = try await prepared()
        var bench = start
        let before = try #require(await bench.change(tablet, as: 1, [.addToBadge("a", 1)]))
        let taken = await bench.post(tablet, before)
        let revoked = await bench.post(phone, Self.revoke)
        let late = await bench.post(tablet, .presence(scene: .main))
        #expect(bench.answer(to: late) == nil, "the refusal shows what is not on disk yet")
        #expect(bench.cuts.isEmpty)
        await bench.land()
        await bench.land()
        #expect(bench.answer(to: taken)?.receipt?.revision == 2)
        #expect(bench.answer(to: late)?.code == .revoked)
        #expect(bench.answer(to: revoked)?.revoked?.heads.first?.revision == 3)
    }

    @Test("A revocation that can't be written has not happened")
    func failure() async throws {
        let (start, tablet, phone) = try await prepared()
        var bench = start
        let topic = try #require(await bench.hello(phone, as: 2)?.welcome?.topic)
        let revoked = await bench.post(phone, Self.revoke)
        let late = await bench.post(tablet, .presence(scene: .main))
        await bench.land(failing: true)
        #expect(bench.answer(to: revoked)?.code == .unavailable)
        #expect(bench.answer(to: late)?.heads?.map(\.revision) == [1])
        #expect(bench.cuts.isEmpty)
        #expect(bench.gone.isEmpty)
        #expect(await bench.hello(phone, as: 2)?.welcome?.topic == topic)
        #expect(await bench.make(tablet, as: 1, [.addToBadge("a", 1)])?.receipt?.revision == 2)
    }

    @Test(
        "A revocation that may have been written ends the connections and the feed that it may concern",
        arguments: [true, false])
    func unknown(isWritten: Bool) async throws {
        let (start, tablet, phone) = try await prepared()
        var bench = start
        let before = try #require(await bench.hello(phone, as: 2)?.welcome)
        let revoked = await bench.post(phone, Self.revoke)
        await bench.landUnknown(isWritten: isWritten)
        #expect(bench.answer(to: revoked)?.code == .unavailable)
        #expect(bench.gone == [before.topic.bytes])
        #expect(bench.cuts == [tablet])
        #expect(await bench.ask(tablet, .presence(scene: .main))?.heads == nil)
        #expect(await bench.hello(phone, as: 2)?.welcome?.feedKey != before.feedKey)
        let tablets = await bench.hello(tablet, as: 1)
        #expect(isWritten ? tablets?.code == .revoked : tablets?.welcome != nil)
    }

    @Test("A local device's sessions end; it is not disconnected, because others share its uid")
    func local() async throws {
        var bench = try await DaemonBench()
        _ = await bench.hello(DaemonBench.owner990, as: 1, of: "ann")
        _ = await bench.make(DaemonBench.owner990, as: 1)
        guard case .revoked? = await bench.ask(DaemonBench.root, Self.revoke) else {
            Issue.record("not revoked")
            return
        }
        #expect(bench.cuts.isEmpty)
        let presence = Request.Call.presence(scene: .main)
        #expect(await bench.ask(DaemonBench.owner990, presence)?.code == .helloFirst)
        #expect(await bench.hello(DaemonBench.owner990, as: 1, of: "ann")?.code == .revoked)
        #expect(await bench.hello(DaemonBench.owner990, as: 2, of: "ann")?.welcome != nil)
    }

    @Test("A revoked device is paired again with another key, and its chain continues")
    func again() async throws {
        let (start, tablet, phone) = try await prepared()
        var bench = start
        _ = await bench.ask(phone, Self.revoke)
        let id = try #require(await bench.invite(phone, to: nil, key: 60)?.invited?.id)
        #expect(await bench.ask(.invitation(id), DaemonBench.pair(1))?.code == .alreadyExists)
        #expect(await bench.ask(.invitation(id), DaemonBench.pair(1, key: 61))?.paired != nil)
        let anew = Principal.device(.sample(61))
        #expect(await bench.hello(anew, as: 1)?.welcome != nil)
        #expect(
            try await bench.log().last?.operations
                == [.devicePaired(DaemonBench.device(1), "tablet")])
        #expect(await bench.make(anew, as: 1, [.addToBadge("a", 1)])?.receipt?.revision == 4)
        bench.cuts = []
        #expect(await bench.hello(tablet, as: 1)?.code == .notPermitted)
        #expect(bench.cuts == [tablet])
    }

    @Test("The account of a key is told from memory, but not while it is being written")
    func accountInMemory() async throws {
        let (start, _, _) = try await prepared()
        var bench = start
        let key = PublicKey.sample(2)
        let before = bench.core.account(holding: key)
        #expect(before?.device(with: key)?.revoked == nil && before != nil)
        #expect(bench.core.account(holding: .sample(200)) == nil)
        let device = try #require(before?.device(with: key)?.id)
        let revoking = await bench.post(
            DaemonBench.owner990, .revokeDevice(DaemonBench.user, device))
        #expect(bench.core.account(holding: key) == nil)
        await bench.land()
        #expect(bench.answer(to: revoking)?.revoked != nil)
        let account = try #require(bench.core.account(holding: key))
        #expect(account.device(with: key)?.revoked != nil)
    }

    @Test("An unknown device can't be revoked")
    func missing() async throws {
        let (start, _, phone) = try await prepared()
        var bench = start
        let call = Request.Call.revokeDevice(nil, DaemonBench.device(77))
        #expect(await bench.ask(phone, call)?.code == .notFound)
    }
}
