import DeviceStore
import NavigationClient
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

/// Each client and each session here is what a process of the device would be: they share nothing but
/// the directory.
@Suite("Several processes of one device", .timeLimit(.minutes(5)))
struct SeveralProcessesTests {
    private static func push(_ route: String) -> Intent {
        .push(ScreenDescription(route: route), onto: "inbox")
    }

    /// A process of the phone that finds no daemon.
    private static func lonely(_ home: Home) async throws -> SceneMirror {
        var configuration = home.configuration("phone")
        configuration.endpoint = "ipc://\(home.path)/none.sock"
        return try await NavigationClient(configuration).mirror(
            mode: .oneShot(timeout: .seconds(120)))
    }

    private static func routes(_ update: MirrorUpdate) -> [String] {
        update.scene.tabs.first?.stack.map(\.route) ?? []
    }

    @Test("A change saved by a process without a connection is submitted by one that has it")
    func handedOver() async throws {
        let mirrors = try await TwoMirrors()
        _ = await mirrors.phone.update { $0.status == .live }

        let lonely = try await Self.lonely(mirrors.home)
        guard case .waiting = try await lonely.submit(Self.push("late://1")) else {
            Issue.record("there is no daemon")
            return
        }
        // Neither was asked to do anything: one hands it over, the other sees it.
        for mirror in [mirrors.tablet, mirrors.phone] {
            let seen = await mirror.update(within: .seconds(120)) {
                Self.routes($0).contains("late://1") && $0.pendingCount == 0 && $0.revision == 2
            }
            #expect(seen != nil)
            if seen == nil { break }
        }
        #expect(try await lonely.waiting.isEmpty)
        await lonely.client.close()
        try await mirrors.stop()
    }

    @Test("Nothing is handed over while another process has the right to: it is the sender alone")
    func senderLock() async throws {
        let home = try Home()
        let daemon = try home.start()
        let (phone, tablet) = (try await home.client("phone"), try await home.client("tablet"))
        let mirrors = [try await phone.mirror(), try await tablet.mirror()]
        _ = try await #require(try await mirrors[1].perform(.replaceScene(MirrorTests.tabs)))
            .outcome()
        _ = await mirrors[0].update { $0.revision == 1 }

        let other = try home.directory("phone")
        let lock = try #require(try other.trySenderLock())
        let change = try #require(try await mirrors[0].perform(Self.push("own://1")))
        // By then it would long be there: each of these goes to the daemon and back.
        for number in 1...3 {
            let pushed = try await #require(
                try await mirrors[1].perform(Self.push("theirs://\(number)"))
            ).outcome()
            let seen = await mirrors[0].update { $0.revision >= pushed.revision ?? .zero }
            #expect(seen?.pendingCount == 1, "it waits for its turn")
        }
        #expect(!Self.routes(await mirrors[1].current).contains("own://1"))
        lock.release()
        #expect(try await change.outcome().outcomes == [.applied])
        for client in [phone, tablet] { await client.close() }
        try await daemon.stop()
    }

    @Test("Many processes that change at once lose nothing, and double nothing")
    func manyAtOnce() async throws {
        let home = try Home()
        let daemon = try home.start()
        let clients = [try await home.client("phone"), try await home.client("phone")]
        let mirrors = [try await clients[0].mirror(), try await clients[1].mirror()]
        _ = try await #require(try await mirrors[0].perform(.replaceScene(MirrorTests.tabs)))
            .outcome()
        _ = await mirrors[1].update { $0.revision == 1 }
        let sessions = [try await Self.lonely(home), try await Self.lonely(home)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, mirror) in mirrors.enumerated() {
                group.addTask {
                    for number in 1...10 {
                        let change = try await mirror.perform(Self.push("m\(index)/\(number)"))
                        _ = try await change?.outcome()
                    }
                }
            }
            for (index, session) in sessions.enumerated() {
                group.addTask {
                    for number in 1...10 {
                        _ = try await session.submit(Self.push("s\(index)/\(number)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        let expected = (0..<2).flatMap { index in
            (1...10).flatMap { ["m\(index)/\($0)", "s\(index)/\($0)"] }
        }
        for mirror in mirrors {
            let seen = await mirror.update { $0.pendingCount == 0 && $0.revision >= 41 }
            #expect(seen?.revision == 41)
            #expect(
                seen.map(Self.routes)?.dropFirst().sorted() == expected.sorted(), "each once")
        }
        for session in sessions { await session.client.close() }
        for client in clients { await client.close() }
        try await daemon.stop()
    }

    @Test("A look ends when another process has settled what it waited for", arguments: [1, 60])
    func settledElsewhere(count: Int) async throws {
        let home = try Home()
        let daemon = try home.start()
        let phone = try await home.client("phone")
        _ = try await #require(
            try await phone.mirror().perform(.replaceScene(MirrorTests.tabs))
        ).outcome()
        await phone.close()
        let lonely = try await Self.lonely(home)
        for number in 1...count { _ = try await lonely.submit(Self.push("own://\(number)")) }

        // A process that sends, and is in the midst of it.
        let other = try home.directory("phone")
        let lock = try #require(try other.trySenderLock())
        let session = try await home.visit("phone", timeout: .seconds(60))
        let looking = Deadlined { _ = await session.fetchScene() }
        #expect(try await session.status().head.revision == 1)
        for entry in try other.waiting(in: home.key) {
            try other.settle(
                home.key, entry.sequence,
                with: Receipt(sequence: entry.sequence, outcomes: [.applied], revision: nil))
        }
        // It goes on with more of them, for ever.
        _ = try await lonely.submit(Self.push("more://1"))
        other.notifyOthers()
        #expect(await looking.ends(within: .seconds(120)), "it waits for what has its outcome")
        lock.release()
        await lonely.client.close()
        await session.client.close()
        try await daemon.stop()
    }
}

/// Work that may never end: a test that waits for it says so in time.
private struct Deadlined: Sendable {
    private let ended: AsyncStream<Bool>
    private let end: AsyncStream<Bool>.Continuation

    init(_ body: @escaping @Sendable () async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
        (ended, end) = (stream, continuation)
        Task.detached {
            await body()
            continuation.yield(true)
        }
    }

    /// Returns `true` if it ends within this time.
    func ends(within time: Duration) async -> Bool {
        let alarm = Task {
            try await Task.sleep(for: time)
            end.yield(false)
        }
        defer { alarm.cancel() }
        return await ended.first { _ in true } ?? false
    }
}
