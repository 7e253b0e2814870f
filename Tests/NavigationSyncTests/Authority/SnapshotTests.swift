import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Snapshots are encoded while commits go on")
struct SnapshotTests {
    private static let owner = DaemonBench.owner990

    /// A daemon that has a snapshot encoded at revision 2, and is at revision 1.
    private func prepared() async throws -> DaemonBench {
        var bench = try await DaemonBench(retention: RetentionPolicy(commitsBetweenSnapshots: 2))
        bench.isHoldingSnapshots = true
        _ = await bench.hello(Self.owner, as: 1, of: DaemonBench.user)
        #expect(await bench.make(Self.owner, as: 1)?.receipt?.revision == 1)
        return bench
    }

    @Test("It is stored when it is encoded, whether there is another commit by then or not")
    func late() async throws {
        var bench = try await prepared()
        _ = await bench.make(Self.owner, as: 1)
        _ = await bench.make(Self.owner, as: 1)
        #expect(try await bench.stored()?.snapshots.isEmpty == true)
        await bench.encode()
        let stored = try #require(try await bench.stored())
        #expect(stored.snapshots.map(\.revision) == [2])
        #expect(stored.revision == 3)
        #expect(await bench.head()?.digest == stored.state.digest)
    }

    @Test("Of what was taken back none is stored, though other commits have its numbers by now")
    func takenBack() async throws {
        var bench = try await prepared()
        let change = try #require(await bench.change(Self.owner, as: 1, [.addToBadge("a", 1)]))
        _ = await bench.post(Self.owner, change)
        await bench.land(failing: true)
        #expect(await bench.make(Self.owner, as: 1)?.receipt?.revision == 2)
        await bench.encode()
        #expect(try await bench.stored()?.snapshots.isEmpty == true)
        await bench.encode()
        let stored = try #require(try await bench.stored())
        #expect(stored.snapshots.map(\.revision) == [2])
        #expect(await bench.head()?.digest == stored.state.digest)
    }
}
