import DatabaseHarness
import DeviceStore
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// A device that made changes before it heard of any daemon, and has its first state now.
@Suite("Changes made before the first sync")
struct FirstChangesTests {
    private let scratch: Scratch
    private let directory: DeviceDatabase
    private let key = SampleHistory().key
    private let epoch = SampleHistory().epoch

    init() throws {
        scratch = try Scratch()
        directory = try DeviceDatabase(opening: scratch("device"), name: "phone") {
            SampleHistory.device
        }
    }

    /// Makes some changes and then takes over the state of a history.
    private func make(_ count: Int, before history: SampleHistory) throws -> [OutboxEntry] {
        for _ in 0..<count {
            _ = try directory.appendChange(to: key, madeAt: .now()) { _ in
                [.addToBadge("inbox", 1)]
            }
        }
        let made = try directory.waiting(in: key)
        try directory.replaceConfirmed(
            key,
            with: ConfirmedScene(epoch: epoch, revision: history.revision, state: history.state))
        return made
    }

    @Test("W3: they keep their numbers and their bytes: a copy of the device may submit the same")
    func stay() throws {
        var history = SampleHistory(by: .daemon)
        _ = history.write(4)
        let before = try make(3, before: history)
        // A copy has submitted two of them; the third comes next.
        try directory.renumber(key, epoch: epoch, after: 2)
        let after = try directory.waiting(in: key)
        #expect(after.map(\.sequence) == [1, 2, 3])
        #expect(after.map(\.after) == [0, 1, 2])
        #expect(after.map(\.change) == before.map(\.change))
        #expect(after.allSatisfy { $0.epoch == epoch })
    }

    @Test("In a scene that was pruned they get its state as their base, as they would have expired")
    func pruned() throws {
        var history = SampleHistory(by: .daemon)
        _ = history.write(passing: "gone")
        let isPruned = history.prune() != nil
        #expect(isPruned)
        let before = try make(2, before: history)
        try directory.renumber(key, epoch: epoch, after: 1)
        let after = try directory.waiting(in: key)
        #expect(after.map(\.sequence) == [1, 2])
        #expect(after[0].change == before[0].change)
        #expect(try Change(encoded: after[1].change).base.revision == history.revision)
    }
}
