@testable import NavigationModel
import SeededRandom
import Testing

/// Everything that two devices can do at once in a small scene, and what three can do there that
/// get into each other's way: whoever was first, whoever arrives first, each delivered twice.
@Suite struct SmallScopeTests {
    private static let scope = Result { try SmallScope() }
    private let scope: SmallScope
    private let reference: ReferenceRun
    private let mirror: SceneState

    init() throws {
        scope = try SmallScopeTests.scope.get()
        var reference = ReferenceRun()
        for arrival in scope.base.records {
            try #require(reference.complaint(about: arrival) == nil)
        }
        self.reference = reference
        mirror = scope.base.mirror(of: scope.base.commits)
    }

    @Test(
        "P1–P11: all pairs of operations, in all interleavings, delivered twice",
        arguments: 0..<64)
    func pairs(first: Int) throws {
        try #require(scope.count == 64)
        for second in first..<scope.count {
            for (early, late) in [(first, second), (second, first)] {
                let operations = [scope.operations(of: 1)[early], scope.operations(of: 2)[late]]
                // The later has seen the earlier.
                try check([1, 2], operations) { fleet in
                    fleet.make([operations[0]], on: 1)
                    fleet.deliver(from: 1)
                    fleet.catchUp(2, to: fleet.commits.count)
                    fleet.make([operations[1]], on: 2)
                    fleet.deliver(from: 2)
                }
                for arrivals in [[1, 2], [2, 1]] {
                    try check(arrivals, operations) { fleet in
                        fleet.make([operations[0]], on: 1)
                        fleet.make([operations[1]], on: 2)
                        for device in arrivals { fleet.deliver(from: device) }
                    }
                }
                if first == second { break }
            }
        }
    }

    @Test(
        "P1–P11: three devices, made and arriving in all orders, delivered twice",
        arguments: 0..<6)
    func triples(first: Int) throws {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        let risks = (0..<3).map { scope.riskiest(of: $0) }
        try #require(risks[0].count == 6)
        for second in first..<6 {
            for third in second..<6 {
                let operations = [risks[0][first], risks[1][second], risks[2][third]]
                for makers in orders {
                    for arrivals in orders {
                        try check(arrivals, operations) { fleet in
                            for device in makers { fleet.make([operations[device]], on: device) }
                            for device in arrivals { fleet.deliver(from: device) }
                        }
                    }
                }
            }
        }
    }

    @Test("P3: a prune between the two changes nothing that either has seen", arguments: 0..<64)
    func pruned(first: Int) throws {
        for second in 0..<scope.count {
            let operations = [scope.operations(of: 1)[first], scope.operations(of: 2)[second]]
            guard operations.allSatisfy(scope.namesOnlyWhatIsSeen) else { continue }
            var plain = scope.base
            for device in [1, 2] { plain.make([operations[device - 1]], on: device) }
            var pruned = plain
            plain.deliver(from: 1)
            plain.deliver(from: 2)
            pruned.deliver(from: 1)
            let seen = scope.base.commits.count
            pruned.prune(keeping: pruned.commits.count - seen)
            pruned.deliver(from: 2)
            try #require(pruned.commits.contains { !$0.prunedRecords.isEmpty })
            try #require(pruned.state.scene == plain.state.scene, "\(pruned.transcript)")
            try #require(
                pruned.records.map { $0.outcomes.map(\.kind) }
                    == plain.records.map { $0.outcomes.map(\.kind) })
        }
    }

    @Test("Taking back is the identity, and so is taking that back, when nobody else acts")
    func takingBack() throws {
        for operation in scope.operations(of: 1) where !scope.takesFromElsewhere(operation) {
            var fleet = scope.base
            let scenes = [views(of: fleet)] + (try doAndTakeBack(operation, in: &fleet))
            guard scenes.count == 4 else { continue }
            #expect(scenes[2] == scenes[0], "\(operation)")
            #expect(scenes[3] == scenes[1], "\(operation)")
        }
    }

    /// Returns the scene as each device shows it.
    private func views(of fleet: Fleet) -> [Scene] {
        fleet.devices.map { fleet.state.scene(of: $0.id) }
    }

    /// Returns the scenes that are shown when it is done, taken back, and done again; less if there
    /// is nothing to take back.
    private func doAndTakeBack(_ operation: Operation, in fleet: inout Fleet) throws -> [[Scene]] {
        let device = fleet.devices[1].id
        var generator = SeededGenerator(seed: 1)
        var operations = [operation]
        var scenes: [[Scene]] = []
        for _ in 0..<3 {
            let reversal = fleet.state.reversal(
                of: operations, by: device, as: fleet.devices[1].sequence.next)
            fleet.make(operations, on: 1)
            fleet.deliver(from: 1)
            scenes.append(views(of: fleet))
            guard fleet.records.last?.isRejected == false, reversal.isPossible else {
                return scenes
            }
            operations = try fleet.state.operations(
                for: .undo(reversal, by: device), using: &generator)
        }
        return scenes
    }

    private func check(
        _ arrivals: [Int], _ operations: [Operation], _ run: (inout Fleet) -> Void
    ) throws {
        var fleet = scope.base
        run(&fleet)
        if let complaint = complaint(about: fleet) {
            Issue.record("\(fleet.readable(complaint + "\n" + fleet.transcript))")
            throw SmallScopeFailure()
        }
    }

    private struct SmallScopeFailure: Error {}

    private func complaint(about fleet: Fleet) -> String? {
        let new = fleet.commits.dropFirst(scope.base.commits.count)
        var reference = reference
        for arrival in fleet.records.dropFirst(scope.base.records.count) {
            if let complaint = reference.complaint(about: arrival) { return complaint }
        }
        var mirror = mirror
        for commit in new.reversed() + new.reversed() { mirror.apply(commit) }
        guard mirror == fleet.raw else { return "a mirror differs from the daemon" }
        guard mirror.scene == fleet.raw.scene else { return "a mirror shows \(mirror.scene)" }
        return Oracle(fleet).complaint(about: fleet.state)
    }
}
