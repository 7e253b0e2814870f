import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@Suite("Pairing by invitation")
struct PairingTests {
    @Test("A device is paired once, and gets the same reply to a repeated request")
    func once() async throws {
        var bench = try await DaemonBench()
        let invited = try #require(await bench.invite(key: 50, role: .viewer)?.invited)
        #expect(invited.user == "ann")
        #expect(invited.serverKey == .sample(0))
        #expect(invited.addresses == ["127.0.0.1:7440"])
        let principal = Principal.invitation(invited.id)
        let answer = PairReply(user: "ann", name: "mine", role: .viewer)
        let call = DaemonBench.pair(1, named: "mine")
        #expect(await bench.ask(principal, call)?.paired == answer)
        #expect(await bench.ask(principal, call)?.paired == answer)
        _ = await bench.ask(
            DaemonBench.root,
            .updateDevice("ann", DaemonBench.device(1), name: "other", role: .full))
        try await bench.restart()
        #expect(await bench.ask(principal, call)?.paired == answer, "after a start, and renamed")
        let welcome = await bench.hello(.device(.sample(1)), as: 1)?.welcome
        #expect(welcome?.deviceName == "other")
        #expect(welcome?.role == .full)
        // Another device, another key.
        #expect(await bench.ask(principal, DaemonBench.pair(2))?.code == .invitationUsed)
        #expect(await bench.ask(principal, DaemonBench.pair(1, key: 9))?.code == .invitationUsed)
    }

    @Test(
        "Of two devices that race in one batch the first is paired; if it fails, neither",
        arguments: [false, true])
    func race(fails: Bool) async throws {
        var bench = try await DaemonBench()
        let id = try #require(await bench.invite(key: 50)?.invited?.id)
        // Something is being written, so that both come into one batch.
        let first = await bench.post(.invitation(id), DaemonBench.pair(1))
        let second = await bench.post(.invitation(id), DaemonBench.pair(2))
        #expect(bench.answer(to: first) == nil, "nothing is said before it is durable")
        #expect(bench.answer(to: second) == nil)
        await bench.land(failing: fails)
        if fails {
            #expect(bench.answer(to: first)?.code == .unavailable)
            #expect(bench.answer(to: second)?.code == .unavailable)
            #expect(await bench.ask(.invitation(id), DaemonBench.pair(2))?.paired != nil)
        } else {
            #expect(bench.answer(to: first)?.paired != nil)
            #expect(bench.answer(to: second)?.code == .invitationUsed)
        }
        let account = try await bench.store.account(of: "ann")
        #expect(account?.devices.count == 1)
    }

    @Test("An invitation expires by the clock and by the time lived, whichever comes first")
    func expiry() async throws {
        var bench = try await DaemonBench()
        let byWall = try #require(await bench.invite(key: 50)?.invited?.id)
        bench.setWall(DaemonBench.noon.advanced(byMicroseconds: 601_000_000))
        #expect(await bench.ask(.invitation(byWall), DaemonBench.pair(1))?.code == .invitationUsed)
        bench.setWall(DaemonBench.noon)
        let byLife = try #require(await bench.invite(key: 51)?.invited?.id)
        await bench.pass(.seconds(601))
        bench.setWall(DaemonBench.noon)
        #expect(await bench.ask(.invitation(byLife), DaemonBench.pair(1))?.code == .invitationUsed)
        let third = try #require(await bench.invite(key: 52)?.invited?.id)
        await bench.pass(.seconds(599))
        #expect(await bench.ask(.invitation(third), DaemonBench.pair(1))?.paired != nil)
    }

    @Test("Withdrawn, unknown and of another version: refused; a burnt one can't be withdrawn")
    func refusals() async throws {
        var bench = try await DaemonBench()
        let id = try #require(await bench.invite(key: 50)?.invited?.id)
        let old = PairRequest(
            version: 9, device: DaemonBench.device(1), name: nil, platform: "", key: .sample(1))
        #expect(await bench.ask(.invitation(id), .pair(old))?.code == .versionUnsupported)
        let withdraw = Request.Call.withdrawInvitation("ann", id)
        #expect(await bench.ask(DaemonBench.root, withdraw) == .done)
        #expect(await bench.ask(DaemonBench.root, withdraw) == .done)
        #expect(bench.cuts == [.invitation(id)])
        #expect(await bench.ask(.invitation(id), DaemonBench.pair(1))?.code == .invitationUsed)
        let unknown = InvitationID(rawValue: 1)
        #expect(
            await bench.ask(.invitation(unknown), DaemonBench.pair(1))?.code == .invitationUsed)
        #expect(
            await bench.ask(DaemonBench.root, .withdrawInvitation("ann", unknown))?.code
                == .notFound)
        let used = try #require(await bench.invite(key: 51)?.invited?.id)
        _ = await bench.ask(.invitation(used), DaemonBench.pair(1))
        #expect(
            await bench.ask(DaemonBench.root, .withdrawInvitation("ann", used))?.code
                == .invitationUsed)
    }

    @Test("Keys and ids in use are refused to others, across users too")
    func clashes() async throws {
        var bench = try await DaemonBench()
        _ = await bench.paired(1)
        _ = await bench.ask(DaemonBench.root, .addUser("ben", uid: nil))
        let id = try #require(await bench.invite(to: "ben", key: 50)?.invited?.id)
        #expect(await bench.invite(to: "ben", key: 50)?.code == .alreadyExists)
        #expect(await bench.invite(to: "ann", key: 1)?.code == .alreadyExists)
        try await bench.restart()
        #expect(
            await bench.ask(.invitation(id), DaemonBench.pair(2, key: 1))?.code == .alreadyExists)
        #expect(
            await bench.ask(.invitation(id), DaemonBench.pair(2, key: 50))?.code == .alreadyExists)
        #expect(await bench.ask(.invitation(id), DaemonBench.pair(1, key: 7))?.paired != nil)
        let again = try #require(await bench.invite(to: "ben", key: 51)?.invited?.id)
        #expect(
            await bench.ask(.invitation(again), DaemonBench.pair(1, key: 8))?.code == .alreadyExists
        )
    }

    @Test("The keys of a removed user stay reserved: only requests with them are refused")
    func removedUsersKeys() async throws {
        var bench = try await DaemonBench()
        let root = DaemonBench.root
        _ = await bench.paired(1)
        #expect(await bench.ask(root, .removeUser("ann", erases: true)) == .done)
        _ = await bench.ask(root, .addUser("ben", uid: nil))
        let id = try #require(await bench.invite(to: "ben", key: 50)?.invited?.id)
        for _ in 0..<2 {
            #expect(
                await bench.ask(.invitation(id), DaemonBench.pair(2, key: 1))?.code
                    == .alreadyExists)
            #expect(await bench.invite(to: "ben", key: 1)?.code == .alreadyExists)
            #expect(await bench.hello(.device(.sample(1)), as: 1)?.code == .revoked)
            // Nor when it has to be read first.
            try await bench.restart()
        }
        #expect(await bench.ask(.invitation(id), DaemonBench.pair(2, key: 7))?.paired != nil)
    }

    @Test("The number of open invitations is limited; ended ones are deleted in time")
    func bounds() async throws {
        var bench = try await DaemonBench()
        for number in 1...UInt8(UserLimits.invitations) {
            #expect(await bench.invite(key: number)?.invited != nil)
        }
        #expect(await bench.invite(key: 90)?.code == .limitExceeded)
        await bench.pass(.seconds(601))
        #expect(await bench.invite(key: 90)?.invited != nil, "the others have expired")
        #expect(try await bench.store.account(of: "ann")?.invitations.count == 17)
        await bench.pass(.seconds(86_400))
        #expect(await bench.invite(key: 91)?.invited != nil)
        #expect(try await bench.store.account(of: "ann")?.invitations.count == 2)
        for number in 100...UInt8(200) {
            let id = try #require(await bench.invite(key: number)?.invited?.id)
            _ = await bench.ask(DaemonBench.root, .withdrawInvitation("ann", id))
        }
        let count = try await bench.store.account(of: "ann")?.invitations.count
        #expect(count == DaemonLimits.invitationsKept)
    }
}
