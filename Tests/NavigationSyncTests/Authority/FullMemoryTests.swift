import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("A full memory of scenes")
struct FullMemoryTests {
    private static let scenes: [SceneID] = (1...8).map { SceneID(unchecked: "s\($0)") }
    /// Bytes for eight scenes with some fifty commits each, and more than for forty without.
    private static let budget = 400_000

    /// Submits a change at a moment of its own, once more if it was before: the first is number 0.
    private func change(
        _ scene: SceneID, _ number: UInt64, _ bench: inout DaemonBench
    ) async throws -> Receipt {
        await bench.pass(.milliseconds(1))
        let title = Attribute(field: TabField.title, value: .text("Title \(number)"))
        let change = Change(
            device: DaemonBench.device(1), sequence: SequenceNumber(rawValue: number + 1),
            base: Change.Base(revision: Revision(rawValue: number), latest: .zero),
            operations: number == 0
                ? DaemonBench.declare : [.updateTab("a", attributes: [title])])
        let result = await bench.ask(
            1,
            .submit(
                SubmitRequest(
                    scene: scene, epoch: try #require(await bench.head(scene)).epoch,
                    after: SequenceNumber(rawValue: number), change: change.encoded, age: 0)))
        return try #require(result?.receipt)
    }

    @Test("A full memory loses old commits, and no scene that is used in turn with others")
    func activeScenes() async throws {
        var bench = try await DaemonBench()
        bench.core.cacheBudget = Self.budget
        for number in 0..<200 as Range<UInt64> {
            for scene in Self.scenes { _ = try await change(scene, number, &bench) }
        }
        #expect(bench.core.metrics.cacheEvictions == 0)
        let loaded = bench.core.metrics.cacheMisses
        #expect(loaded == 8, "each was read once")
    }

    @Test("A scene that is not used any more goes, and none that is")
    func idleScenes() async throws {
        var bench = try await DaemonBench()
        bench.core.cacheBudget = Self.budget
        let idle = (1...40).map { SceneID(unchecked: "idle\($0)") }
        for scene in idle {
            for number in 0..<18 as Range<UInt64> { _ = try await change(scene, number, &bench) }
        }
        for number in 0..<1_000 as Range<UInt64> { _ = try await change("busy", number, &bench) }
        let (evicted, loaded) = (
            bench.core.metrics.cacheEvictions, bench.core.metrics.cacheMisses
        )
        #expect(evicted > 0)
        #expect(loaded == 41, "the busy one stayed")
    }

    @Test("A change whose receipt is no longer in memory is not made twice")
    func retry() async throws {
        var bench = try await DaemonBench()
        bench.core.cacheBudget = Self.budget
        var first: [SceneID: Receipt] = [:]
        for number in 0..<200 as Range<UInt64> {
            for scene in Self.scenes {
                let receipt = try await change(scene, number, &bench)
                if number == 1 { first[scene] = receipt }
            }
        }
        for scene in Self.scenes {
            let before = await bench.head(scene)
            let again = try await change(scene, 1, &bench)
            #expect(again.outcomes == first[scene]?.outcomes)
            #expect(again.revision == first[scene]?.revision)
            #expect(await bench.head(scene) == before)
        }
    }
}
