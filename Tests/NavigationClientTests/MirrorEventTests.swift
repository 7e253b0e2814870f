import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@testable import NavigationClient

@Suite("Events of a mirror beside its scene", .timeLimit(.minutes(5)))
struct MirrorEventTests {
    private static func push(_ route: String) -> Intent {
        .push(ScreenDescription(route: route), onto: "inbox")
    }

    @Test("Each reader begins with the connection and the access, and learns every change of both")
    func connection() async throws {
        let home = try Home()
        let client = try await home.client("phone")
        let mirror = try await client.mirror()
        _ = await mirror.waitUntilReady(within: .seconds(5))
        var reader = mirror.events.makeAsyncIterator()
        guard case .connection(.offline, let error?)? = await reader.next() else {
            Issue.record("there is no daemon")
            return
        }
        #expect(error.code == .unreachable)
        guard case .access(.full)? = await reader.next() else {
            Issue.record("a device of this machine may make changes")
            return
        }
        let daemon = try home.start()
        while case .connection(let status, _)? = await reader.next(), status != .live {}
        try await daemon.stop()
        guard case .connection(.offline, _)? = await reader.next() else {
            Issue.record("the daemon has stopped")
            return
        }
        await client.close()
        while await reader.next() != nil {}
    }

    @Test("An outcome comes once, also of a change made offline that nobody waits for")
    func outcomes() async throws {
        let home = try Home()
        let client = try await home.client("phone")
        let mirror = try await client.mirror()
        var reader = mirror.events.makeAsyncIterator()
        _ = await reader.next()
        let declared = try #require(try await mirror.perform(.replaceScene(MirrorTests.tabs)))
        let pushed = try #require(try await mirror.perform(Self.push("app://1")))
        let daemon = try home.start()
        var settled: [SettledChange] = []
        while settled.count < 2, let event = await reader.next() {
            if case .settled(let change) = event { settled.append(change) }
        }
        #expect(settled.map(\.id) == [declared.id, pushed.id])
        #expect(settled.last?.operations == pushed.operations)
        for change in settled {
            #expect(try change.result.get().outcomes.mostSevere.kind == .applied)
        }
        await client.close()
        while let event = await reader.next() {
            if case .settled = event { Issue.record("an outcome comes twice") }
        }
        try await daemon.stop()
    }

    @Test("A refused change comes with the error, and stays on the shelf")
    func refused() async throws {
        let mirrors = try await TwoMirrors()
        let phone = mirrors.phone
        // Subscribed before the change: who comes after an outcome doesn't learn it.
        var reader = phone.events.makeAsyncIterator()
        _ = await reader.next()
        // At this revision the daemon can't take it any more.
        let change = try #require(
            try await phone.perform(Self.push("app://1"), requiredRevision: .zero))
        var settled: SettledChange?
        while settled?.id != change.id, let event = await reader.next() {
            if case .settled(let outcome) = event { settled = outcome }
        }
        let outcome = try #require(settled, "no outcome of the change")
        #expect(try outcome.result.get().outcomes.mostSevere.kind == .rejected)
        #expect(try await phone.shelf.changes.map(\.id) == [change.id])
        try await mirrors.stop()
    }

    @Test("An outcome comes also of a change that another process of the device left behind")
    func otherProcess() async throws {
        let mirrors = try await TwoMirrors()
        _ = await mirrors.phone.update { $0.status == .live }
        var reader = mirrors.phone.events.makeAsyncIterator()
        _ = await reader.next()
        var configuration = mirrors.home.configuration("phone")
        configuration.endpoint = "ipc://\(mirrors.home.path)/none.sock"
        let other = try await NavigationClient(configuration).mirror(mode: .oneShot())
        guard case .waiting(let change, _) = try await other.submit(Self.push("app://other")) else {
            Issue.record("there is no daemon")
            return
        }
        await other.client.close()
        var found = false
        while !found, let event = await reader.next() {
            if case .settled(let settled) = event { found = settled.id == change.id }
        }
        #expect(found)
        try await mirrors.stop()
    }

    @Test("A revoked device learns it as its access")
    func revoked() async throws {
        let mirrors = try await TwoMirrors()
        let administration = try await mirrors.home.client("tablet").administration()
        var reader = mirrors.phone.events.makeAsyncIterator()
        guard case .connection? = await reader.next(), case .access(.full)? = await reader.next()
        else {
            Issue.record("a reader begins with the connection and the access")
            return
        }
        _ = try await administration.revoke(mirrors.phone.device)
        var access = AccessLevel.full
        while access != .revoked, let event = await reader.next() {
            if case .access(let level) = event { access = level }
        }
        #expect(access == .revoked)
        await administration.client.close()
        try await mirrors.stop()
    }

    @Test("A slow reader gets the newest outcomes, and the number of those before")
    func overflow() {
        var backlog = EventBacklog()
        for number in 1...Int64(MirrorEvents.maxOutcomes + 3) {
            backlog.add(
                SettledChange(
                    id: ChangeID(rawValue: number), operations: [],
                    result: .failure(NavigationClientError(.refused, "no"))))
        }
        let condition = MirrorCondition(status: .live, error: nil, access: .full)
        guard case .connection(.live, nil)? = backlog.take(in: condition),
            case .access(.full)? = backlog.take(in: condition),
            case .missed(3)? = backlog.take(in: condition),
            case .settled(let first)? = backlog.take(in: condition)
        else {
            Issue.record("first the condition, then the number of those dropped, then the rest")
            return
        }
        #expect(first.id.rawValue == 4)
        var rest = 0
        while backlog.take(in: condition) != nil { rest += 1 }
        #expect(rest == MirrorEvents.maxOutcomes - 1)
    }
}
