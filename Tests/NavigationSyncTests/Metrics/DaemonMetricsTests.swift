import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Metrics of the daemon's core")
struct DaemonMetricsTests {
    private static let inbox = Operation.declareTab("inbox", at: .between(nil, nil), attributes: [])

    @Test("A change counts once, by what became of it, when it is on disk")
    func outcomes() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(1, [Self.inbox])
        _ = await bench.submit(1, [.selectTab("inbox")])
        // The same once more: its number is settled.
        _ = await bench.submit(1, [.selectTab("inbox")], sequence: 2)
        let metrics = bench.core.metrics
        #expect(metrics.outcomes[.applied] == 1 && metrics.outcomes[.noop] == 1)
        #expect(metrics.outcomes.total == 2)
        #expect(await bench.head()?.revision.rawValue == metrics.commits)
        #expect(metrics.requests[.submit] == 3)
    }

    @Test("A change that could not be written does not count")
    func unwritten() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(1, [Self.inbox])
        let owner = Principal.local(uid: DaemonBench.owner)
        _ = await bench.ask(
            owner, .hello(Hello(user: DaemonBench.user, device: DaemonBench.device(2), name: "b")))
        guard
            case .synced(let synced)? = await bench.ask(
                owner, .sync(scene: .main, epoch: Epoch(rawValue: 0), revision: .zero))
        else {
            Issue.record("no answer")
            return
        }
        let change = Change(
            device: DaemonBench.device(2), sequence: 1,
            base: Change.Base(
                revision: synced.head.revision, latest: Timestamp(rawValue: .max)),
            operations: [.selectTab("inbox")])
        _ = await bench.post(
            owner,
            .submit(
                SubmitRequest(
                    scene: .main, epoch: synced.head.epoch, after: .zero, change: change.encoded,
                    age: 0)))
        await bench.land(failing: true)
        #expect(bench.core.metrics.outcomes.total == 1)
    }

    @Test("Each request whose scene is looked for counts once: as found, or as read")
    func cache() async throws {
        var bench = try await DaemonBench()
        _ = await bench.head()
        #expect(bench.core.metrics.cacheMisses == 1 && bench.core.metrics.cacheHits == 0)
        _ = await bench.head()
        #expect(bench.core.metrics.cacheMisses == 1 && bench.core.metrics.cacheHits == 1)
    }

    @Test("Replies to catch-up requests are counted by kind")
    func syncs() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(1, [Self.inbox])
        let before = bench.core.metrics.syncs
        let head = try #require(await bench.head())
        for (epoch, revision): (Epoch, Revision) in [
            (head.epoch, 1), (head.epoch, .zero), (Epoch(rawValue: 7), .zero),
        ] {
            _ = await bench.ask(1, .sync(scene: .main, epoch: epoch, revision: revision))
        }
        let after = bench.core.metrics.syncs
        for answer in SyncResult.allCases { #expect(after[answer] - before[answer] == 1) }
    }

    @Test("Latencies of changes are reported once, from their arrival")
    func completedBatch() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(1, [Self.inbox])
        var core = bench.core
        let landed = core.takeCompletedBatch()
        let completedBatch = try #require(landed)
        #expect(completedBatch.received == [bench.now.uptime] && completedBatch.commits == 1)
        // The change, its device and its user.
        #expect(completedBatch.size == 3)
        let again = core.takeCompletedBatch()
        #expect(again == nil)
    }

    @Test("Only administrators get the daemon's metrics")
    func status() async throws {
        var bench = try await DaemonBench()
        guard case .status(let own)? = await bench.ask(1, .status(scene: .main)) else {
            Issue.record("no status")
            return
        }
        #expect(own.metrics["outcome.applied"] == 0 && own.metrics["devices"] == 1)
        _ = await bench.ask(
            .local(uid: 0), .addUser(DaemonBench.user, uid: 1_234))
        let localUser = Principal.local(uid: 1_234)
        _ = await bench.ask(
            localUser, .hello(Hello(user: nil, device: DaemonBench.device(7), name: "r")))
        guard case .status(let theirs)? = await bench.ask(localUser, .status(scene: .main)) else {
            Issue.record("no status")
            return
        }
        #expect(theirs.metrics.isEmpty)
    }
}
