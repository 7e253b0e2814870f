import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@Suite("The parents of authority")
struct LineageTests {
    private static let local = Principal.local(uid: 1_000)

    /// A daemon with ann's phone, and the tablet and then the watch that came by way of it.
    private func family() async throws -> (DaemonBench, phone: Principal) {
        var bench = try await DaemonBench()
        let phone = await bench.paired(1)
        let tablet = try await admit(&bench, in: 2, by: phone)
        _ = try await admit(&bench, in: 3, by: tablet)
        _ = await bench.hello(phone, as: 1)
        _ = await bench.make(phone, as: 1)
        return (bench, phone)
    }

    /// Has a device let another in.
    private func admit(
        _ bench: inout DaemonBench, in device: UInt64, by parent: Principal
    ) async throws -> Principal {
        let key = UInt8(device)
        let id = try #require(
            await bench.invite(parent, to: nil, key: 100 + key)?.invited?.id)
        #expect(await bench.ask(.invitation(id), DaemonBench.pair(device))?.paired != nil)
        return .device(.sample(key))
    }

    private func open(_ bench: DaemonBench) async throws -> [InvitationID] {
        let account = try await bench.store.account(of: "ann")
        return (account?.invitations.values.filter { $0.end == nil }.map(\.id) ?? []).sorted()
    }

    @Test(
        "Revoking or demoting a device withdraws its open invitations, and those of unknown makers",
        arguments: [false, true])
    func withdrawal(isDemotion: Bool) async throws {
        let (start, phone) = try await family()
        var bench = start
        let own = try #require(await bench.invite(phone, to: nil, key: 50)?.invited?.id)
        let other = try #require(
            await bench.invite(.device(.sample(2)), to: nil, key: 51)?.invited?.id)
        let roots = try #require(await bench.invite(DaemonBench.root, key: 52)?.invited?.id)
        let unknown = Invitation(
            id: InvitationID(rawValue: 77), key: .sample(53), name: "old", role: .full,
            expires: bench.now.wall.advanced(byMicroseconds: 1_000_000_000),
            expiresAtUptime: .seconds(1_000))
        try await bench.store.commit(
            [], [.invitation(unknown, of: "ann")], under: bench.claim)
        try await bench.restart()
        bench.cuts = []
        let call =
            isDemotion
            ? Request.Call.updateDevice("ann", DaemonBench.device(1), name: nil, role: .viewer)
            : .revokeDevice("ann", DaemonBench.device(1))
        let posted = await bench.post(DaemonBench.root, call)
        let late = await bench.post(.invitation(own), DaemonBench.pair(9))
        #expect(bench.answer(to: late) == nil, "the refusal shows what is not on disk yet")
        await bench.land()
        await bench.land()
        if !isDemotion {
            let revoked = try #require(bench.answer(to: posted)?.revoked)
            #expect(Set(revoked.withdrawn.map(\.id)) == [own, unknown.id])
            #expect(revoked.devices == [DaemonBench.device(1)])
            #expect(revoked.letIn.map(\.device) == [2, 3].map(DaemonBench.device))
        }
        #expect(bench.answer(to: late)?.code == .invitationUsed)
        #expect(Set(bench.cuts).isSuperset(of: [.invitation(own), .invitation(unknown.id)]))
        try await bench.restart()
        #expect(await bench.ask(.invitation(own), DaemonBench.pair(9))?.code == .invitationUsed)
        #expect(try await open(bench) == [other, roots].sorted())
        #expect(await bench.ask(.invitation(other), DaemonBench.pair(9))?.paired != nil)
        let withdrawn = try await bench.store.account(of: "ann")?.invitations[own]
        #expect(withdrawn?.withdrawnBy?.uid == 0)
    }

    @Test("A revocation that can't be written leaves the invitations open")
    func failure() async throws {
        let (start, phone) = try await family()
        var bench = start
        let own = try #require(await bench.invite(phone, to: nil, key: 50)?.invited?.id)
        let posted = await bench.post(
            DaemonBench.root, .revokeDevice("ann", DaemonBench.device(1)))
        await bench.land(failing: true)
        #expect(bench.answer(to: posted)?.code == .unavailable)
        #expect(await bench.ask(.invitation(own), DaemonBench.pair(9))?.paired != nil)
    }

    @Test("With descendants all go that came by way of it, in one commit of each scene")
    func descendants() async throws {
        let (start, _) = try await family()
        var bench = start
        bench.cuts = []
        let all = [1, 2, 3].map(DaemonBench.device)
        let revoked = try #require(
            await bench.ask(
                DaemonBench.root, .revokeDevice("ann", all[0], withDescendants: true))?.revoked)
        #expect(revoked.devices == all)
        #expect(revoked.letIn.isEmpty)
        #expect(Set(bench.cuts) == Set((1...3).map { .device(.sample($0)) }))
        let devices = await bench.devices()
        #expect(devices.allSatisfy { $0.revoked != nil && $0.provenance.revokedBy?.uid == 0 })
        #expect(try await bench.log().last?.operations.count == 3)
        // Afterwards too: of one that was revoked alone, those can still be revoked.
        let (second, _) = try await family()
        bench = second
        _ = await bench.ask(DaemonBench.root, .revokeDevice("ann", all[0]))
        let later = await bench.ask(
            DaemonBench.root, .revokeDevice("ann", all[0], withDescendants: true))?.revoked
        #expect(later?.devices == all)
    }

    @Test("A device that revokes its parent with descendants stays, and so do its own descendants")
    func sparing() async throws {
        let (start, _) = try await family()
        var bench = start
        _ = try await admit(&bench, in: 4, by: .device(.sample(1)))
        let tablet = Principal.device(.sample(2))
        let call = Request.Call.revokeDevice(
            nil, DaemonBench.device(1), withDescendants: true)
        let revoked = try #require(await bench.ask(tablet, call)?.revoked)
        #expect(revoked.devices == [1, 4].map(DaemonBench.device))
        #expect(revoked.letIn.map(\.device) == [2, 3].map(DaemonBench.device))
        #expect(await bench.hello(tablet, as: 2)?.welcome != nil)
        #expect(await bench.hello(.device(.sample(3)), as: 3)?.welcome != nil)
        #expect(await bench.hello(.device(.sample(4)), as: 4)?.code == .revoked)
    }

    @Test("A local device's invitations are its local user's, and so are the devices it invited")
    func localInviter() async throws {
        var bench = try await DaemonBench()
        _ = await bench.ask(DaemonBench.root, .addUser("ann", uid: 1_000))
        _ = await bench.hello(Self.local, as: 30)
        _ = await bench.make(Self.local, as: 30)
        // On a connection that has said nothing of a device.
        let call = Request.Call.invite(
            InviteRequest(user: nil, name: "x", role: .full, key: .sample(50)))
        let own = try #require(
            await bench.ask(Self.local, connection: 7, call)?.invited?.id)
        let roots = try #require(await bench.invite(DaemonBench.root, key: 51)?.invited?.id)
        _ = try await admit(&bench, in: 2, by: Self.local)
        let revoked = try #require(
            await bench.ask(
                DaemonBench.root, .revokeDevice("ann", DaemonBench.device(30)))?.revoked)
        #expect(revoked.withdrawn.map(\.id) == [own])
        #expect(revoked.letIn.map(\.device) == [DaemonBench.device(2)])
        #expect(try await open(bench) == [roots])
    }

    @Test("A device without a key can't become a viewer, and can be full")
    func unenforceable() async throws {
        var bench = try await DaemonBench()
        _ = await bench.hello(DaemonBench.owner990, as: 1, of: "ann")
        _ = await bench.make(DaemonBench.owner990, as: 1)
        let root = DaemonBench.root
        let device = DaemonBench.device(1)
        let refused = await bench.ask(root, .updateDevice("ann", device, name: "x", role: .viewer))
        #expect(refused?.code == .notPermitted)
        #expect(refused?.failure?.message.contains("pair it by an invitation") == true)
        #expect(await bench.devices().map(\.name) == ["phone"], "nothing of it is done")
        #expect(
            await bench.ask(root, .updateDevice("ann", device, name: "x", role: .full)) == .done)
        #expect(await bench.devices().map(\.name) == ["x"])
    }

    @Test("Registry and lists have who invited, renamed, demoted and revoked, from where and when")
    func actors() async throws {
        var bench = try await DaemonBench()
        _ = await bench.ask(DaemonBench.root, at: "pid:12", .addUser("ann", uid: 1_000))
        let phone = await bench.paired(1)
        let invite = Request.Call.invite(
            InviteRequest(user: nil, name: "tablet", role: .full, key: .sample(50)))
        let id = try #require(
            await bench.ask(phone, at: "192.0.2.1", invite)?.invited?.id)
        let call = Request.Call.listDevices(nil)
        guard case .devices(_, let open, _)? = await bench.ask(phone, call) else {
            Issue.record("no list")
            return
        }
        #expect(open.first?.madeBy?.origin == "192.0.2.1")
        let paired = bench.now.wall
        _ = await bench.ask(.invitation(id), at: "192.0.2.2", DaemonBench.pair(2))
        await bench.pass(.seconds(5))
        let tablet = DaemonBench.device(2)
        _ = await bench.ask(
            phone, at: "192.0.2.3", .updateDevice(nil, tablet, name: "slate", role: nil))
        _ = await bench.hello(Self.local, as: 30)
        _ = await bench.make(Self.local, as: 30)
        _ = await bench.ask(
            Self.local, at: "pid:99", .updateDevice(nil, tablet, name: nil, role: .viewer))
        _ = await bench.ask(DaemonBench.root, at: "pid:13", .revokeDevice("ann", tablet))
        try await bench.restart()

        let entry = try #require(await bench.devices().first { $0.device == tablet })
        #expect(entry.invitation == id)
        let one = DaemonBench.device(1)
        let now = bench.now.wall
        #expect(
            entry.provenance
                == Provenance(
                    origin: "192.0.2.2",
                    invitedBy: Attribution(
                        device: one, name: "tablet", uid: nil, origin: "192.0.2.1", time: paired),
                    renamedBy: Attribution(
                        device: one, name: "tablet", uid: nil, origin: "192.0.2.3", time: now),
                    roleChangedBy: Attribution(
                        device: DaemonBench.device(30), name: "phone", uid: 1_000,
                        origin: "pid:99", time: now),
                    revokedBy: Attribution(
                        device: nil, name: nil, uid: 0, origin: "pid:13", time: now)))
        let user = try await bench.store.account(of: "ann")?.user
        #expect(user?.addedBy?.origin == "pid:12")
        _ = await bench.ask(DaemonBench.root, at: "pid:14", .removeUser("ann", erases: false))
        let account = try #require(try await bench.store.account(of: "ann"))
        #expect(account.user.removedBy?.origin == "pid:14")
        #expect(account.devices[one]?.provenance.revokedBy?.origin == "pid:14")
    }

    @Test("A pairing is a commit in each scene, of a viewer too, with the answer or not at all")
    func commits() async throws {
        let (start, phone) = try await family()
        var bench = start
        _ = await bench.make(phone, as: 1, scene: "other")
        try await bench.restart()
        let id = try #require(
            await bench.invite(phone, to: nil, key: 60, role: .viewer)?.invited?.id)
        let failed = await bench.post(.invitation(id), DaemonBench.pair(6))
        await bench.land(failing: true)
        #expect(bench.answer(to: failed)?.code == .unavailable)
        #expect(try await bench.log().count == 1)
        let posted = await bench.post(.invitation(id), DaemonBench.pair(6))
        #expect(bench.answer(to: posted) == nil)
        await bench.land()
        #expect(bench.answer(to: posted)?.paired?.role == .viewer)
        for scene: SceneID in ["main", "other"] {
            let log = try await bench.store.commits(
                of: SceneKey(user: "ann", scene: scene), after: .zero, limit: 9)
            #expect(
                log.last?.operations == [.devicePaired(DaemonBench.device(6), "tablet")])
            #expect(log.last?.author == "navsyncd")
            #expect(log.count == 2)
        }
        // Asked again it is the same pairing, and no other commit.
        #expect(await bench.ask(.invitation(id), DaemonBench.pair(6))?.paired != nil)
        #expect(try await bench.log().count == 2)
    }

    @Test("A revoked device's used invitation is not answered as a pairing")
    func revokedAgain() async throws {
        var bench = try await DaemonBench()
        let id = try #require(await bench.invite(key: 50)?.invited?.id)
        #expect(await bench.ask(.invitation(id), DaemonBench.pair(1))?.paired != nil)
        _ = await bench.ask(DaemonBench.root, .revokeDevice("ann", DaemonBench.device(1)))
        for _ in 0..<2 {
            #expect(await bench.ask(.invitation(id), DaemonBench.pair(1))?.code == .invitationUsed)
            try await bench.restart()
        }
    }

    @Test("Other machines learn no path of the daemon's, and no count of what others do")
    func disclosure() async throws {
        let (start, phone) = try await family()
        var bench = start
        let secret = "can't write /var/lib/navsync/navsync.sqlite"
        for (principal, isRemote) in [(phone, true), (DaemonBench.owner990, false)] {
            let call = Request.Call.updateDevice(
                "ann", DaemonBench.device(2), name: "x", role: nil)
            let posted = await bench.post(principal, call)
            await bench.land(failing: true, because: secret)
            let failure = try #require(bench.answer(to: posted)?.failure)
            #expect(failure.code == .unavailable)
            #expect(failure.message.contains("/var") != isRemote, "\(failure)")
        }
        _ = await bench.hello(phone, as: 1)
        _ = await bench.hello(DaemonBench.owner990, as: 40, of: "ann")
        for (principal, isRemote) in [(phone, true), (DaemonBench.owner990, false)] {
            guard case .status(let status)? = await bench.ask(principal, .status(scene: .main))
            else {
                Issue.record("no status")
                continue
            }
            #expect((status.connections == 0) == isRemote)
            #expect((status.scenesLoaded == 0) == isRemote)
            #expect((status.commits == 0) == isRemote)
            #expect(status.head.revision == 1)
        }
    }
}
