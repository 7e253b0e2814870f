import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Progress and lag of devices")
struct ProgressTrackerTests {
    private static func push(_ number: Int) -> Operation {
        .declareTab(TabID(unchecked: "t\(number)"), at: .between(nil, nil), attributes: [])
    }

    /// A device asks for what it misses, and misses nothing.
    private static func catchUp(_ device: UInt64, in bench: inout DaemonBench) async throws {
        let head = try #require(await bench.head())
        _ = await bench.ask(
            device, .sync(scene: .main, epoch: head.epoch, revision: head.revision))
    }

    private static func progress(
        of device: UInt64, in bench: inout DaemonBench
    ) async -> DeviceProgress? {
        guard case .devices(let devices, _, _)? = await bench.ask(1, .listDevices(nil)) else {
            return nil
        }
        return devices.first { $0.device == DaemonBench.device(device) }?.progress.first
    }

    @Test(
        "A device's progress follows its requests, and its lag begins at the first missing commit")
    func behind() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(2, [Self.push(0)])
        try await Self.catchUp(2, in: &bench)
        #expect(await Self.progress(of: 2, in: &bench)?.lag == 0)
        await bench.pass(.seconds(10))
        _ = await bench.submit(1, [Self.push(1)])
        let first = bench.now.wall
        await bench.pass(.seconds(10))
        _ = await bench.submit(1, [Self.push(2)])
        let late = try #require(await Self.progress(of: 2, in: &bench))
        #expect(late.lag == 2 && late.revision == 1 && late.since == first)
        #expect(late.scene == .main && late.observedAt < first)

        let head = try #require(await bench.head())
        let position = MirrorPosition(epoch: head.epoch, revision: 3)
        _ = await bench.ask(2, .presence(scene: .main, at: position))
        let there = try #require(await Self.progress(of: 2, in: &bench))
        #expect(there.lag == 0 && there.since == nil && there.revision == 3)
        #expect(there.observedAt == bench.now.wall)
    }

    @Test("A position in another history, or beyond the head, is ignored")
    func nonsense() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(2, [Self.push(0)])
        try await Self.catchUp(2, in: &bench)
        let head = try #require(await bench.head())
        for position in [
            MirrorPosition(epoch: head.epoch, revision: 99),
            MirrorPosition(epoch: Epoch(rawValue: 3), revision: 1),
            MirrorPosition(epoch: head.epoch, revision: .zero),
        ] {
            _ = await bench.ask(2, .presence(scene: .main, at: position))
            let progress = await Self.progress(of: 2, in: &bench)
            #expect(progress?.revision == 1 && progress?.lag == 0)
        }
    }

    @Test("A completely fetched snapshot counts as progress; a state of the past does not")
    func snapshot() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(2, [Self.push(0)])
        _ = await bench.submit(1, [Self.push(1)])
        #expect(await Self.progress(of: 2, in: &bench) == nil)
        guard case .pastState(let past)? = await bench.ask(2, .state(scene: .main, at: 1)) else {
            Issue.record("no state")
            return
        }
        _ = await bench.ask(2, .snapshotPart(scene: .main, id: past.id, offset: 0))
        #expect(await Self.progress(of: 2, in: &bench) == nil)
        guard
            case .synced(let synced)? = await bench.ask(
                2, .sync(scene: .main, epoch: Epoch(rawValue: 0), revision: .zero)),
            case .snapshot(let id, let revision, _) = synced.content
        else {
            Issue.record("no snapshot")
            return
        }
        #expect(await Self.progress(of: 2, in: &bench) == nil)
        _ = await bench.ask(2, .snapshotPart(scene: .main, id: id, offset: 0))
        let progress = await Self.progress(of: 2, in: &bench)
        #expect(progress?.revision == revision && progress?.lag == 0)
    }

    @Test("A device's own change brings it on if it has all before it")
    func own() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(2, [Self.push(0)])
        try await Self.catchUp(2, in: &bench)
        _ = await bench.submit(2, [Self.push(1)])
        #expect(await Self.progress(of: 2, in: &bench)?.lag == 0)
        _ = await bench.submit(1, [Self.push(2)])
        _ = await bench.submit(2, [Self.push(3)])
        #expect(await Self.progress(of: 2, in: &bench)?.lag == 2)
    }

    @Test("After a restart of the daemon progress is unknown until the device's next request")
    func restart() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(2, [Self.push(0)])
        try await Self.catchUp(2, in: &bench)
        try await bench.restart()
        #expect(await Self.progress(of: 2, in: &bench) == nil)
    }
}
