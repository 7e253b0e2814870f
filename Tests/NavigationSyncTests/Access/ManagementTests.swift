import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Users, devices, roles and the daemon's key")
struct ManagementTests {
    @Test("A viewer sees everything and is refused every change, of scenes and of devices")
    func viewer() async throws {
        var bench = try await DaemonBench()
        let phone = await bench.paired(1)
        let viewer = await bench.paired(2, role: .viewer)
        _ = await bench.hello(phone, as: 1)
        _ = await bench.make(phone, as: 1)
        let welcome = await bench.hello(viewer, as: 2)?.welcome
        #expect(welcome?.role == .viewer)
        #expect(await bench.make(viewer, as: 2)?.code == .notPermitted)
        for call in [
            Request.Call.listDevices(nil), .revokeDevice(nil, DaemonBench.device(1)),
            .updateDevice(nil, DaemonBench.device(2), name: nil, role: .full),
            .invite(InviteRequest(user: nil, name: "x", role: .full, key: .sample(9))),
            .withdrawInvitation(nil, InvitationID(rawValue: 1)),
        ] {
            #expect(await bench.ask(viewer, call)?.code == .notPermitted, "\(call)")
        }
        #expect(await bench.ask(viewer, .presence(scene: .main))?.heads?.first?.revision == 1)
    }

    @Test("A change of role holds at once, and all connections need a new hello")
    func role() async throws {
        var bench = try await DaemonBench()
        let phone = await bench.paired(1)
        let tablet = await bench.paired(2)
        _ = await bench.hello(phone, as: 1)
        let topic = try #require(await bench.hello(tablet, as: 2)?.welcome?.topic)
        let call = try #require(await bench.change(tablet, as: 2))
        let update = Request.Call.updateDevice(
            nil, DaemonBench.device(2), name: nil, role: .viewer)
        let updated = await bench.post(phone, update)
        let refused = await bench.post(tablet, call)
        #expect(bench.answer(to: refused) == nil)
        await bench.land()
        #expect(bench.answer(to: updated) == .done)
        #expect(bench.answer(to: refused)?.code == .notPermitted)
        #expect(bench.gone == [topic.bytes])
        #expect(await bench.hello(tablet, as: 2)?.welcome?.role == .viewer)
    }

    @Test("Names: the registry knows better than hello; commits carry it")
    func names() async throws {
        var bench = try await DaemonBench()
        let phone = await bench.paired(1)
        _ = await bench.hello(phone, as: 1, named: "what I say")
        let rename = Request.Call.updateDevice(
            nil, DaemonBench.device(1), name: "what they say", role: nil)
        #expect(await bench.ask(phone, rename) == .done)
        _ = await bench.make(phone, as: 1)
        #expect(try await bench.log().last?.author == "what they say")
        let missing = Request.Call.updateDevice(
            nil, DaemonBench.device(9), name: "x", role: nil)
        #expect(await bench.ask(phone, missing)?.code == .notFound)
    }

    @Test("Devices are listed with their connections, last-seen times and progress")
    func list() async throws {
        var bench = try await DaemonBench()
        let phone = await bench.paired(1)
        _ = await bench.paired(2)
        _ = await bench.ask(DaemonBench.root, .serverKey(.prepare))
        #expect(await bench.hello(phone, as: 1)?.welcome?.nextServerKey == .sample(99))
        _ = await bench.hello(phone, as: 1, knowing: .sample(99))
        let devices = await bench.devices()
        #expect(devices.map(\.connections) == [1, 0])
        #expect(devices.map(\.knowsNextServerKey) == [true, false])
        #expect(devices[0].lastSeen == DaemonBench.noon)
        #expect(devices[1].lastSeen == nil)
        #expect(devices.map(\.credential) == [.key(.sample(1)), .key(.sample(2))])
    }

    @Test("Users: once each, one for a local user, listed in pages")
    func users() async throws {
        var bench = try await DaemonBench()
        let root = DaemonBench.root
        #expect(await bench.ask(root, .addUser("ann", uid: 1_000)) == .done)
        #expect(await bench.ask(root, .addUser("ann", uid: 1_000))?.code == .alreadyExists)
        #expect(await bench.ask(root, .addUser("ben", uid: 1_000))?.code == .alreadyExists)
        try await bench.restart()
        #expect(await bench.ask(root, .addUser("ben", uid: 1_000))?.code == .alreadyExists)
        #expect(await bench.ask(root, .addUser("ben", uid: nil)) == .done)
        #expect(await bench.ask(root, .addUser("ben", uid: 1_001)) == .done, "given one later")
        for number in 0..<DaemonLimits.userPage {
            let name = UserID(unchecked: "u\(1_000 + number)")
            #expect(await bench.ask(root, .addUser(name, uid: nil)) == .done)
        }
        guard case .users(let page, true)? = await bench.ask(root, .listUsers(after: nil)) else {
            Issue.record("not a page of more")
            return
        }
        #expect(page.count == DaemonLimits.userPage)
        let rest = await bench.ask(root, .listUsers(after: page.last?.name))?.users
        #expect(rest?.count == 2)
    }

    @Test(
        "A user is removed with all its access; the scenes stay, or are erased",
        arguments: [false, true])
    func removal(erases: Bool) async throws {
        var bench = try await DaemonBench()
        let root = DaemonBench.root
        let local = Principal.local(uid: 1_000)
        _ = await bench.ask(root, .addUser("ann", uid: 1_000))
        let phone = await bench.paired(1)
        let open = try #require(await bench.invite(key: 50)?.invited?.id)
        let topic = try #require(await bench.hello(phone, as: 1)?.welcome?.topic)
        _ = await bench.make(phone, as: 1)
        _ = await bench.hello(local, as: 2)
        _ = await bench.make(local, as: 2, [.addToBadge("a", 1)])
        let epoch = try await bench.stored()?.epoch

        #expect(await bench.ask(root, .removeUser("ann", erases: erases)) == .done)
        #expect(bench.gone == [topic.bytes])
        #expect(Set(bench.cuts) == [phone, .invitation(open)])
        // Nothing is left of the feed: not even this, of which all devices are told, is said on it.
        #expect(await bench.ask(root, .serverKey(.prepare))?.code == nil)
        #expect(bench.gone == [topic.bytes])
        #expect(await bench.hello(phone, as: 1)?.code == .revoked)
        #expect(await bench.hello(local, as: 2)?.code == .notPermitted)
        #expect(await bench.ask(.invitation(open), DaemonBench.pair(3))?.code == .invitationUsed)
        #expect(await bench.hello(root, as: 9, of: "ann")?.code == .notFound)
        #expect(await bench.hello(DaemonBench.owner990, as: 9, of: "ann")?.code == .notFound)
        #expect(await bench.ask(root, .removeUser("ann", erases: false))?.code == .notFound)
        #expect(try await bench.stored()?.revision == (erases ? nil : 3))

        #expect(await bench.ask(root, .addUser("ann", uid: 1_000)) == .done)
        #expect(await bench.hello(local, as: 2)?.code == .revoked)
        #expect(await bench.hello(local, as: 3)?.welcome != nil)
        #expect(await bench.make(local, as: 3)?.receipt != nil)
        #expect(try await bench.stored()?.revision == (erases ? 1 : 4))
        #expect((try await bench.stored()?.epoch == epoch) != erases)
    }

    @Test("A removal that can't be written leaves everything")
    func failedRemoval() async throws {
        var bench = try await DaemonBench()
        let phone = await bench.paired(1)
        _ = await bench.hello(phone, as: 1)
        _ = await bench.make(phone, as: 1)
        let removed = await bench.post(DaemonBench.root, .removeUser("ann", erases: true))
        await bench.land(failing: true)
        #expect(bench.answer(to: removed)?.code == .unavailable)
        #expect(await bench.make(phone, as: 1, [.addToBadge("a", 1)])?.receipt?.revision == 2)
    }

    @Test("So many devices, the revoked not among them")
    func limits() async throws {
        var bench = try await DaemonBench()
        for number in 1...UInt64(UserLimits.devices) {
            let user = DaemonBench.owner990
            _ = await bench.hello(user, as: number, of: "ann")
            let operations = number == 1 ? DaemonBench.declare : [.addToBadge("a", 1)]
            #expect(await bench.make(user, as: number, operations)?.receipt != nil)
        }
        let id = try #require(await bench.invite(DaemonBench.root, key: 50)?.invited?.id)
        let pair = DaemonBench.pair(999, key: 51)
        #expect(await bench.ask(.invitation(id), pair)?.code == .limitExceeded)
        _ = await bench.ask(DaemonBench.root, .revokeDevice("ann", DaemonBench.device(3)))
        #expect(await bench.ask(.invitation(id), pair)?.paired != nil)
    }
}
