import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

/// The forgetting of what a scene need not keep, which is done away from the loop.
@Suite struct PruningTests {
    /// Room for some ten screens that are gone.
    private static let small = RetentionPolicy(recentLength: 20_000, awaitedLength: 40_000)
    private static let screens = 120

    /// A stack of many screens in the place of the one before.
    private static func stack(_ number: Int, of screens: Int = screens) -> Operation {
        .setItems(
            "a",
            (0..<screens).map { index in
                let route = Value.text("app://\(number)/\(index)")
                return Operation.Item(
                    id: ScreenID(unchecked: "s\(number)-\(index)"),
                    attributes: [Attribute(field: ScreenField.route, value: route)])
            })
    }

    /// A daemon that is pruning a scene, with a batch of its own on disk.
    private func pruning() async throws -> DaemonBench {
        var bench = try await DaemonBench(retention: Self.small)
        bench.isHoldingPrunings = true
        _ = await bench.submit(1, [.declareTab("a", at: .between(nil, nil), attributes: [])])
        for number in 0..<20 where number < 4 || bench.heldPrunings.isEmpty {
            await bench.prune()
            #expect(await bench.submit(1, [Self.stack(number)])?.receipt != nil)
        }
        try #require(bench.heldPrunings.count == 1)
        return bench
    }

    private func records(_ bench: DaemonBench) async throws -> Int {
        try #require(try await bench.stored()).state.totals.records
    }

    @Test("A large scene is scanned on another thread, and pruned by its result")
    func elsewhere() async throws {
        var bench = try await pruning()
        let before = try await records(bench)
        await bench.prune()
        #expect(try await records(bench) < before)
        let stored = try #require(try await bench.stored())
        #expect(await bench.head()?.digest == stored.state.digest)
        #expect(try await bench.log().contains { !$0.prunedRecords.isEmpty })
    }

    @Test("Its changes are queued meanwhile, in order; reads are not, nor are other scenes")
    func waiting() async throws {
        var bench = try await pruning()
        let owner = DaemonBench.owner990
        _ = await bench.hello(owner, as: 1, of: DaemonBench.user)
        #expect(await bench.submit(2, DaemonBench.declare, scene: "other")?.receipt != nil)
        let first = try #require(await bench.change(owner, as: 1, [.addToBadge("a", 1)]))
        let one = await bench.post(owner, first)
        #expect(bench.answer(to: one) == nil)
        #expect(await bench.head() != nil)
        #expect(bench.core.pipeline.awaiting.count == 1)
        await bench.prune()
        await bench.land()
        await bench.land()
        let receipt = try #require(bench.answer(to: one)?.receipt)
        let log = try await bench.log()
        let pruned = try #require(log.last { !$0.prunedRecords.isEmpty })
        #expect(try #require(receipt.revision) > pruned.revision)
    }

    @Test("A run drops so much at most, and the next one the rest")
    func severalRuns() throws {
        let most = DaemonLimits.prunesAtOnce * DaemonLimits.recordsPrunedAtOnce
        let device = DeviceID(high: 0, low: 1)
        let operations: [Operation] = [
            .declareTab("a", at: .between(nil, nil), attributes: []),
            Self.stack(1, of: most / 2), Self.stack(2, of: most / 2 + 1), Self.stack(3),
        ]
        var state = SceneState()
        for (index, operation) in operations.enumerated() {
            let change = Change(
                device: device, sequence: SequenceNumber(rawValue: UInt64(index + 1)),
                base: Change.Base(revision: .zero, latest: .zero), operations: [operation])
            let time = Timestamp(rawValue: Int64(index + 1))
            _ = state.execute(change, at: time, revision: Revision(rawValue: UInt64(index + 1)))
        }
        var scene = SceneAuthority(
            key: SceneKey(user: DaemonBench.user, scene: .main),
            stored: StoredScene(
                epoch: Epoch(rawValue: 1), revision: 4, state: state, snapshotRevision: 4,
                last: [:], snapshotLength: state.snapshot.count),
            freshEpoch: Epoch(rawValue: 1))
        var dropped: [Int] = []
        while let pruning = scene.pruning(aged: 4, confirmed: { .zero }, Self.small, at: .zero) {
            let result = pruning.run()
            dropped.append(result.commits.reduce(0) { $0 + $1.commit.prunedRecords.count })
            let isApplied = scene.apply(result, Self.small)
            #expect(isApplied)
        }
        #expect(dropped == [most, 1])
        #expect(scene.state.totals.screens == Self.screens)
    }

    @Test("It is not taken over where what was pruned has been taken back")
    func takenBack() async throws {
        var bench = try await DaemonBench(retention: Self.small)
        bench.isHoldingPrunings = true
        let owner = DaemonBench.owner990
        _ = await bench.hello(owner, as: 1, of: DaemonBench.user)
        _ = await bench.make(
            owner, as: 1, [.declareTab("a", at: .between(nil, nil), attributes: [])])
        for number in 0..<10 where bench.heldPrunings.isEmpty {
            let change = try #require(await bench.change(owner, as: 1, [Self.stack(number)]))
            _ = await bench.post(owner, change)
            if bench.heldPrunings.isEmpty { await bench.land() }
        }
        try #require(bench.heldPrunings.count == 1)
        await bench.land(failing: true)
        await bench.prune()
        await bench.land()
        let stored = try #require(try await bench.stored())
        #expect(await bench.head()?.digest == stored.state.digest)
        #expect(try await bench.log().allSatisfy { $0.prunedRecords.isEmpty })
    }
}
