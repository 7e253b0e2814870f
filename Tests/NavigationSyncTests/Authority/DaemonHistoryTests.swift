import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationText
import NavigationWire
import Testing

@Suite("The daemon keeps history for a while, by its own time")
struct DaemonHistoryTests {
    private static let short = RetentionPolicy(
        horizon: .seconds(3_200), historyAge: .seconds(1_000), historyCommits: 1_000_000,
        historyLength: 1_000_000_000, commitsBetweenSnapshots: 10)

    private func title(_ number: Int) -> [Operation] {
        [
            number == 0
                ? .declareTab("inbox", at: .between(nil, nil), attributes: [])
                : .updateTab(
                    "inbox",
                    attributes: [
                        Attribute(field: TabField.title, value: .text("title \(number)"))
                    ])
        ]
    }

    private func filled(
        _ count: Int, _ retention: RetentionPolicy = short
    ) async throws -> DaemonBench {
        var bench = try await DaemonBench(retention: retention)
        for number in 0..<count {
            let result = await bench.submit(1, title(number))
            #expect(result?.receipt?.revision?.rawValue == UInt64(number) + 1)
        }
        return bench
    }

    @Test("An earlier state is offered, fetched in parts, and is the state of that revision")
    func lookBack() async throws {
        var bench = try await filled(25)
        for revision in [0, 1, 9, 10, 17, 25] as [UInt64] {
            let call = Request.Call.state(scene: .main, at: Revision(rawValue: revision))
            guard case .pastState(let offer) = await bench.ask(2, call) else {
                Issue.record("\(revision)")
                continue
            }
            let part = Request.Call.snapshotPart(scene: .main, id: offer.id, offset: 0)
            guard case .snapshotContent(_, let bytes) = await bench.ask(2, part) else {
                Issue.record("\(revision)")
                continue
            }
            #expect(bytes.count == offer.length && offer.revision.rawValue == revision)
            let state = try SceneState(snapshot: bytes)
            #expect(state.digest == offer.digest)
            #expect(
                state.scene.tabs.first?.title
                    == (revision < 2 ? revision == 1 ? "inbox" : nil : "title \(revision - 1)"))
        }
        let future = await bench.ask(2, .state(scene: .main, at: 26))
        #expect(future?.failure?.code == .outOfHistory)
        #expect(future?.failure?.message.contains("the scene is at 25") == true)
        let nothing = await bench.ask(2, .state(scene: "other", at: 0))
        if case .pastState = nothing {} else { Issue.record("\(String(describing: nothing))") }
        #expect(
            await bench.ask(2, .state(scene: "other", at: 1))?.failure?.code == .outOfHistory)
    }

    @Test(
        "Commits older than the history's age are compacted up to a snapshot, and the start is known"
    )
    func compactionByAge() async throws {
        var bench = try await filled(25)
        #expect(try await bench.stored()?.snapshots.map(\.revision) == [10, 20])
        await bench.pass(.seconds(900))
        #expect(bench.compactions == 0)
        await bench.pass(.seconds(1_200))
        #expect(bench.compactions == 1)
        #expect(try await bench.stored()?.oldestRevision == 20)
        #expect(try await bench.log().map(\.revision.rawValue) == Array(21...25))
        let past = await bench.ask(2, .state(scene: .main, at: 19))
        #expect(past?.failure?.code == .outOfHistory)
        #expect(past?.failure?.message.contains("begins at revision 20") == true)
        if case .pastState = await bench.ask(2, .state(scene: .main, at: 20)) {
        } else {
            Issue.record("the beginning of the history is not told")
        }
        guard
            case .encodedHistory(let history) = await bench.ask(
                2, .history(scene: .main, after: 0, limit: 2))
        else {
            Issue.record("no page")
            return
        }
        #expect(history.oldestRevision == 20)
        #expect(history.page.first == 21 && history.page.last == 22)
        // And on it goes, also after a restart.
        try await bench.restart()
        #expect(await bench.submit(1, title(26))?.receipt?.revision == 26)
    }

    @Test("After a restart, too, a mirror a little behind gets commits at once, others the log's")
    func commitsAfterRestart() async throws {
        var bench = try await filled(100, RetentionPolicy())
        let stored = try #require(try await bench.stored())
        func sync(_ behind: Int) async -> [Commit]? {
            let base = Revision(rawValue: stored.revision.rawValue - UInt64(behind))
            let sync = Request.Call.sync(scene: .main, epoch: stored.epoch, revision: base)
            guard case .synced(let synced) = await bench.ask(2, sync),
                case .page(let page) = synced.content
            else { return nil }
            return try? page.decoded()
        }
        try await bench.restart()
        // The owner of the device has to be read in any case.
        _ = await sync(1)
        for behind in [1, 10, RecentCommits.limit, RecentCommits.limit + 1, 90] {
            // A few of those that came with the scene are told though nothing can be read; more of them are
            // encoded elsewhere.
            bench.isHoldingReads = behind <= DaemonLimits.shortPage
            let commits = try #require(await sync(behind), "nothing for \(behind)")
            #expect(commits.count == behind && commits.last?.revision == stored.revision)
        }
    }

    @Test("By number and by length the oldest commits go as soon as a snapshot allows it")
    func compactionBySize() async throws {
        let byNumber = RetentionPolicy(historyCommits: 15, commitsBetweenSnapshots: 10)
        let numbered = try await filled(40, byNumber)
        #expect(try await numbered.stored()?.oldestRevision == 20)
        let byLength = RetentionPolicy(historyLength: 1_200, commitsBetweenSnapshots: 10)
        let measured = try await filled(60, byLength)
        let stored = try #require(try await measured.stored())
        #expect(stored.oldestRevision > 0)
        let log = try await measured.log()
        let length = log.reduce(0) { $0 + $1.encoded.count }
        #expect(length >= 1_200, "not more than need be")
        #expect(log.dropFirst(11).reduce(0) { $0 + $1.encoded.count } < 1_200, "and not less")
    }

    @Test("W3: what was submitted before the history began is settled, and never taken again")
    func settledForEver() async throws {
        var bench = try await filled(12)
        guard
            case .synced(let synced) = await bench.ask(
                2, .sync(scene: .main, epoch: .none, revision: 0))
        else { return }
        let change = Change(
            device: DaemonBench.device(2), sequence: 1,
            base: Change.Base(revision: 0, latest: .zero),
            operations: [.addToBadge("inbox", 1)])
        let submit = SubmitRequest(
            scene: .main, epoch: synced.head.epoch, after: 0, change: change.encoded, age: nil)
        let first = await bench.ask(2, .submit(submit))?.receipt
        #expect(first?.revision == 13)
        // The last of a device for ever, whatever becomes of the log.
        for number in 14..<60 { _ = await bench.submit(1, title(number)) }
        await bench.pass(.seconds(3_000))
        try await bench.restart()
        #expect(try await bench.stored()?.oldestRevision == 50)
        #expect(await bench.ask(2, .submit(submit))?.receipt == first)
        // One before the last: done, and no longer known.
        #expect(await bench.submit(2, [.addToBadge("inbox", 1)])?.receipt != nil)
        for number in 60..<90 { _ = await bench.submit(1, title(number)) }
        await bench.pass(.seconds(3_000))
        try await bench.restart()
        #expect(await bench.ask(2, .submit(submit))?.failure?.code == .settled)
        #expect(try await bench.stored()?.state.scene.tabs.first?.badge == "2")
    }

    @Test("A compaction that fails is tried again later, and one that is fenced stops the daemon")
    func failingCompaction() async throws {
        var bench = try await filled(25)
        await bench.pass(.seconds(900))
        let full = StoreError.unavailable("full")
        bench.failCompaction(with: full)
        await bench.pass(.seconds(400))
        #expect(try await bench.stored()?.oldestRevision == 0)
        #expect(bench.stop == nil)
        await bench.pass(.seconds(700))
        #expect(try await bench.stored()?.oldestRevision == 20)
        for number in 25..<50 { _ = await bench.submit(1, title(number)) }
        bench.failCompaction(with: .fenced)
        await bench.pass(.seconds(2_100))
        #expect(bench.stop != nil)
    }

    @Test("W3: in a new epoch the same bytes still get their first receipt, and the chain goes on")
    func newEpoch() async throws {
        var bench = try await filled(3)
        let change = Change(
            device: DaemonBench.device(2), sequence: 1,
            base: Change.Base(revision: 0, latest: .zero),
            operations: [.addToBadge("inbox", 1)])
        func submit(_ epoch: Epoch) -> Request.Call {
            .submit(
                SubmitRequest(
                    scene: .main, epoch: epoch, after: 0, change: change.encoded, age: nil))
        }
        let before = try #require(await bench.head()).epoch
        let receipt = await bench.ask(2, submit(before))?.receipt
        #expect(receipt?.revision == 4)
        try await bench.restart(renewingEpochs: true)
        let after = try #require(await bench.head()).epoch
        #expect(after != before)
        #expect(await bench.ask(2, submit(before))?.failure?.code == .epochChanged)
        #expect(await bench.ask(2, submit(after))?.receipt == receipt)
        #expect(await bench.submit(2, [.addToBadge("inbox", 1)])?.receipt?.revision == 5)
        #expect(try await bench.stored()?.state.scene.tabs.first?.badge == "2")
        // Who comes with the old epoch gets the whole.
        let call = Request.Call.sync(scene: .main, epoch: before, revision: 4)
        guard case .synced(let synced) = await bench.ask(3, call),
            case .snapshot = synced.content
        else {
            Issue.record("no snapshot")
            return
        }
    }

    @Test("A mirror behind the compacted history gets a snapshot")
    func mirrorBehind() async throws {
        var bench = try await filled(25)
        let epoch = try #require(await bench.head()).epoch
        await bench.pass(.seconds(2_100))
        try await bench.restart()
        guard
            case .synced(let synced) = await bench.ask(
                2, .sync(scene: .main, epoch: epoch, revision: 3))
        else {
            Issue.record("no answer")
            return
        }
        if case .snapshot(_, let revision, _) = synced.content {
            #expect(revision == 25)
        } else {
            Issue.record("\(synced.content)")
        }
    }

    @Test("A snapshot is stored again only when the log has grown as long as the last one")
    func snapshotsStayInProportion() async throws {
        var bench = try await DaemonBench(retention: RetentionPolicy(commitsBetweenSnapshots: 2))
        _ = await bench.submit(1, title(0))
        let long = Attribute(
            field: Field(number: 900), value: Value(bytes: Array(repeating: 7, count: 10_000)))
        _ = await bench.submit(1, [.updateTab("inbox", attributes: [long])])
        for number in 1..<40 { _ = await bench.submit(1, title(number)) }
        #expect(try await bench.stored()?.snapshots.map(\.revision) == [2])
    }
}

@Suite("Age is accumulated uptime of daemons, whatever the system's clock")
struct LivedTimeTests {
    private static let year: Int64 = 365 * 86_400 * 1_000_000

    @Test("It runs with the monotonic clock, across restarts, and a dead daemon does not age")
    func accumulation() async throws {
        var bench = try await DaemonBench()
        await bench.pass(.seconds(3_000))
        #expect(bench.core.accumulatedUptime(at: bench.now) == .seconds(3_000))
        // Killed: what was noted last is what is known. The machine boots anew, its clock at 1970.
        try await bench.restart(at: ClockReading(wall: .zero, uptime: .seconds(20)))
        let accumulatedUptime = bench.core.accumulatedUptime(at: bench.now)
        #expect(accumulatedUptime <= .seconds(3_000) && accumulatedUptime >= .seconds(2_400))
        _ = await bench.submit(1, [.declareTab("a", at: .between(nil, nil), attributes: [])])
        await bench.pass(.seconds(100))
        _ = await bench.submit(1, [.removeTab("a")])
        let noted = try await bench.store.accumulatedUptime(under: bench.claim)
        #expect(noted == accumulatedUptime + .seconds(100), "every write notes it")
        try await bench.restart(
            at: ClockReading(
                wall: DaemonBench.noon.advanced(byMicroseconds: Self.year),
                uptime: .seconds(99_999_999)))
        #expect(
            bench.core.accumulatedUptime(at: bench.now) == noted,
            "the time in between was not lived")
    }

    @Test("A system clock a year ahead and back, or at 1970, compacts nothing and loses no order")
    func wildClock() async throws {
        let retention = RetentionPolicy(
            horizon: .seconds(3_200), historyAge: .seconds(3_200), commitsBetweenSnapshots: 2)
        var bench = try await DaemonBench(retention: retention)
        var number = 0
        func act(_ bench: inout DaemonBench) async {
            number += 1
            let result = await bench.submit(
                1,
                number == 1
                    ? [.declareTab("a", at: .between(nil, nil), attributes: [])]
                    : [
                        .updateTab(
                            "a",
                            attributes: [
                                Attribute(field: TabField.title, value: .text("\(number)"))
                            ])
                    ])
            #expect(result?.receipt?.outcomes == [.applied], "\(number)")
        }
        for wall in [
            DaemonBench.noon, DaemonBench.noon.advanced(byMicroseconds: Self.year),
            DaemonBench.noon.advanced(byMicroseconds: 5), .zero,
            DaemonBench.noon.advanced(byMicroseconds: -Self.year),
        ] {
            bench.setWall(wall)
            for _ in 0..<3 { await act(&bench) }
            await bench.pass(.seconds(10))
            try await bench.restart(at: ClockReading(wall: wall, uptime: .seconds(1)))
            for _ in 0..<3 { await act(&bench) }
        }
        let stored = try #require(try await bench.stored())
        #expect(bench.compactions == 0 && stored.oldestRevision == 0)
        #expect(stored.state.scene.tabs.first?.title == "\(number)")
        let times = try await bench.log().map(\.stamp.time)
        #expect(times == times.sorted() && Set(times).count == times.count)
        #expect(stored.revision.rawValue == UInt64(number))
    }
}
