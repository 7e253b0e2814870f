import NavigationModel
import NavigationSync
import NavigationWire
import Testing

/// Early forgetting of what is gone from a scene, before it is old: where nobody needs it any more,
/// and where there is too much of it.
@Suite struct EarlyPruningTests {
    /// Room for some ten screens that are gone in any case, and for some hundred that are waited for.
    private static let small = RetentionPolicy(recentLength: 20_000, awaitedLength: 200_000)

    private static func push(_ id: ScreenID, onto tab: TabID = "a") -> Operation {
        .push(
            id, onto: .tab(tab), on: nil,
            attributes: [Attribute(field: ScreenField.route, value: .text("app://\(id.rawValue)"))])
    }

    /// A scene with one tab, in which the devices 1 and 2 have made changes.
    private static func scene(_ retention: RetentionPolicy = small) async throws -> DaemonBench {
        var bench = try await DaemonBench(retention: retention)
        _ = await bench.submit(1, [.declareTab("a", at: .between(nil, nil), attributes: [])])
        _ = await bench.submit(2, [.addToBadge("a", 1)])
        return bench
    }

    /// Pushes and pops screens as a device that has seen everything; says how far it is each time.
    private static func use(
        _ bench: inout DaemonBench, by device: UInt64 = 1, times: Int, from first: Int = 0
    ) async throws {
        for number in first..<first + times {
            let id = ScreenID(unchecked: "s\(number)")
            _ = await bench.submit(device, [push(id)])
            let placement = try #require(
                try await bench.stored()?.state[.screen(id), ScreenField.placement]
            ).stamp
            _ = await bench.submit(
                device, [.pop([ObservedScreen(id: id, placement: placement)], from: "a")])
            try await report(&bench, device)
        }
    }

    /// Reports a device's progress, with nothing pending, or with something.
    private static func report(
        _ bench: inout DaemonBench, _ device: UInt64, oldestBase: Revision? = nil
    ) async throws {
        let head = try #require(await bench.head())
        let position = MirrorPosition(
            epoch: head.epoch, revision: head.revision, oldestBase: oldestBase ?? head.revision)
        _ = await bench.ask(device, .presence(scene: .main, at: position))
    }

    private static func records(_ bench: DaemonBench) async throws -> Int {
        try #require(try await bench.stored()).state.totals.records
    }

    @Test("A scene stays as small as what it shows where all devices report their oldest base")
    func confirmed() async throws {
        var bench = try await Self.scene()
        var most = 0
        for round in 0..<10 {
            try await Self.report(&bench, 2)
            try await Self.use(&bench, times: 30, from: round * 30)
            most = max(most, try await Self.records(bench))
        }
        #expect(most < 60, "of 300 screens that were shown")
        let log = try await bench.log()
        #expect(log.contains { !$0.prunedRecords.isEmpty && $0.stamp.device == .daemon })
        #expect(log.allSatisfy { $0.outcome.kind != .rejected })
    }

    @Test("All that a device has reported as its base is kept, connected or not")
    func oldestBase() async throws {
        var bench = try await Self.scene()
        let early = try #require(await bench.head()).revision
        try await Self.use(&bench, times: 5)
        // It has all that there is, but a change of before waits.
        try await Self.report(&bench, 2, oldestBase: early)
        try await Self.use(&bench, times: 40, from: 5)
        #expect(try #require(try await bench.stored()).state.prunedThrough <= early)
        let base = Change.Base(revision: early, latest: .zero)
        let late = await bench.submit(2, [Self.push("late")], base: base, age: nil)
        #expect(late?.receipt?.outcomes == [.applied])
        try await Self.report(&bench, 2)
        try await Self.use(&bench, times: 20, from: 45)
        #expect(try #require(try await bench.stored()).state.prunedThrough > early)
        #expect(try await Self.records(bench) < 60)
    }

    @Test("A device without a reported base prevents pruning until the budget is used up")
    func budget() async throws {
        var bench = try await Self.scene()
        let seen = try #require(await bench.head()).revision
        try await Self.use(&bench, times: 60)
        #expect(try #require(try await bench.stored()).state.prunedThrough == .zero)
        var most = 0
        for round in 2..<12 {
            try await Self.use(&bench, times: 30, from: round * 30)
            most = max(most, try await Self.records(bench))
        }
        #expect(most < 250, "of 390 screens that were shown")
        // A change on what it had seen comes too late, and leaves nothing.
        let head = try #require(await bench.head()).revision
        let base = Change.Base(revision: seen, latest: .zero)
        let late = await bench.submit(2, [Self.push("late")], base: base, age: nil)
        #expect(late?.receipt?.outcomes.first?.reason == .expired)
        #expect(await bench.head()?.revision == head)
        // Once it has seen what there is, its changes count.
        try await Self.report(&bench, 2)
        #expect(await bench.submit(2, [Self.push("now")])?.receipt?.outcomes == [.applied])
    }

    @Test("A device that lost its access is not waited for, nor one that was never in the scene")
    func others() async throws {
        var bench = try await Self.scene()
        _ = await bench.submit(
            3, [.declareTab("b", at: .between(nil, nil), attributes: [])], scene: "other")
        _ = await bench.ask(1, .revokeDevice(nil, DaemonBench.device(2)))
        try await Self.use(&bench, times: 60)
        #expect(try await Self.records(bench) < 60)
    }

    @Test(
        "After a restart nothing is forgotten early before the devices have said again what they need"
    )
    func restart() async throws {
        var bench = try await Self.scene()
        try await Self.report(&bench, 2)
        try await Self.use(&bench, times: 5)
        try await bench.restart()
        try await Self.use(&bench, times: 40, from: 5)
        #expect(try #require(try await bench.stored()).state.prunedThrough == .zero)
        try await Self.report(&bench, 2)
        try await Self.use(&bench, times: 20, from: 45)
        #expect(try await Self.records(bench) < 60)
    }

    @Test("Replaced items are pruned, however often others take their place")
    func items() async throws {
        var bench = try await Self.scene()
        var most = 0
        for round in 0..<60 {
            let items = (0..<5).map { number in
                Operation.Item(
                    id: ScreenID(unchecked: "i\(round)-\(number)"),
                    attributes: [
                        Attribute(field: ScreenField.route, value: .text("app://\(number)"))
                    ])
            }
            _ = await bench.submit(1, [.setItems("a", items)])
            for device: UInt64 in [1, 2] { try await Self.report(&bench, device) }
            most = max(most, try await Self.records(bench))
        }
        #expect(most < 60, "of 300 items that were shown")
        let stored = try #require(try await bench.stored())
        #expect(stored.state.scene.tab("a")?.stack.count == 5)
    }

    @Test("The newest removals can be undone, whatever has been confirmed")
    func recent() async throws {
        var bench = try await Self.scene()
        for number in 0..<60 {
            try await Self.use(&bench, times: 1, from: number)
            try await Self.report(&bench, 2)
            let state = try #require(try await bench.stored()).state
            for newest in max(0, number - 3)...number {
                #expect(!state[.screen(ScreenID(unchecked: "s\(newest)"))].isEmpty)
            }
        }
        #expect(try await Self.records(bench) < 60)
    }
}
