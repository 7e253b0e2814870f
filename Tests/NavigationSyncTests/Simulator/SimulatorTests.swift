import Foundation
import NavigationSimulator
import RunningProcesses
import Testing

@Suite("A daemon and its devices under every fault")
struct SimulatorTests {
    /// As many as a build for debugging runs in a few seconds: `navsim` runs on for as long as it is told.
    private static let freshSeeds: [UInt64] = (0..<20).map { _ in .random(in: 1...999_999) }

    /// The nodes of a fleet, and seeds for them.
    private static let nodes = 3
    private static let freshFleetSeeds: [UInt64] = (0..<8).map { _ in .random(in: 1...999_999) }

    @Test(
        "P1, P2, P3, P11, P13, W1–W6: every promise is kept, whatever fails, on a fresh seed",
        arguments: freshSeeds)
    func fresh(seed: UInt64) {
        expectKept(seed)
    }

    @Test("Every promise is kept on the seeds that once broke one", arguments: RecordedSeed.all)
    func recorded(seed: RecordedSeed) {
        expectKept(seed.seed, nodes: seed.nodes)
    }

    @Test(
        "P1, P13, W1–W6: every promise is kept by a fleet whose nodes fail, on a fresh seed",
        arguments: freshFleetSeeds)
    func fleet(seed: UInt64) {
        expectKept(seed, nodes: Self.nodes)
    }

    @Test("A fleet moves its shards, its devices follow, and a write without a reply is looked for")
    func fleetIsTried() {
        var lines: [String] = []
        for seed in UInt64(9)...10 {
            lines += Run(seed: seed, nodes: Self.nodes, linesKept: .max / 2).trace.lines
        }
        for happening in [
            "hands over shard", "goes to [", "stands still", "loses the store",
            "the store refuses a batch", "finds shards lost", "without its lease sends a device on",
        ] {
            #expect(lines.contains { $0.contains(happening) }, "\(happening)")
        }
    }

    private func expectKept(_ seed: UInt64, nodes: Int = 1) {
        let run = Run(seed: seed, nodes: nodes)
        guard let violation = run.violation else { return }
        let shrunk = Shrinker(run.schedule, breaking: violation)
        Issue.record("\(run.report(shrunk: shrunk))")
    }

    @Test("The same seed has the same trace, in this process and in others", arguments: [1, 3])
    func sameTrace(seed: Int) throws {
        let first = Run(seed: UInt64(seed), linesKept: 2_000)
        let second = Run(seed: UInt64(seed), linesKept: 2_000)
        #expect(first.trace.lines == second.trace.lines)
        #expect(first.trace.hash == second.trace.hash)
        // Dictionaries and sets have another order in every process.
        for _ in 0..<2 {
            let reported = try NavsimProcess.run("--seed", "\(seed)")
            let hash = String(first.trace.hash, radix: 16)
            #expect(reported.output.contains("hash \(hash)"), "\(reported.output)")
            #expect(reported.ending == .exit(0))
        }
    }

    @Test("A schedule shrinks to the least that breaks the promise, and reads as a scenario")
    func shrinking() throws {
        let run = try #require(
            (1...20).lazy.map { Run(seed: $0, bug: .forgetsOutbox) }.first { $0.violation != nil })
        let violation = try #require(run.violation)
        let shrunk = Shrinker(run.schedule, breaking: violation, bug: .forgetsOutbox)
        #expect(shrunk.violation.oracle == violation.oracle)
        #expect(shrunk.schedule.steps.count <= 6, "\(shrunk.schedule)")
        let again = Run(shrunk.schedule, bug: .forgetsOutbox)
        #expect(again.violation == shrunk.violation)
    }

    @Test(
        "Events of a schedule are described in sentences that parse back to them",
        arguments: UInt64(1)...40)
    func sentences(seed: UInt64) {
        let fleet = ScheduleGenerator.schedule(seed: seed, nodes: Self.nodes)
        for step in ScheduleGenerator.schedule(seed: seed).steps + fleet.steps {
            #expect(Happening(step.happening.description) == step.happening, "\(step.happening)")
        }
    }

    @Test("The command reports its result, and invalid arguments")
    func command() throws {
        let broken = try NavsimProcess.run("--seed", "1", "--plant", "repliesBeforeDisk")
        #expect(broken.ending == .exit(1))
        #expect(broken.output.contains("seed 1 breaks a promise: durable first"))
        #expect(broken.output.contains("the least that breaks it"))
        #expect(try NavsimProcess.run("--seeds", "1").ending == .exit(2))
        #expect(try NavsimProcess.run("--minutes", "-1").ending == .exit(2))
        let help = try NavsimProcess.run("--help")
        #expect(help.ending == .exit(0))
        #expect(help.output.contains("--minutes"))
        #expect(try NavsimProcess.run("--fleet", "1").ending == .exit(2))
        let fleet = try NavsimProcess.run("--seed", "1", "--fleet", "3")
        let hash = String(Run(seed: 1, nodes: 3).trace.hash, radix: 16)
        #expect(fleet.output.contains("hash \(hash)"), "\(fleet.output)")
        let length = try NavsimProcess.run("--seed", "40", "--minutes", "0.01")
        #expect(length.ending == .exit(0))
        #expect(length.output.contains("every promise was kept"))
    }
}

/// A run of the simulator's command.
enum NavsimProcess {
    /// Runs it to its end; returns what it printed and how it ended.
    static func run(_ arguments: String...) throws -> (output: String, ending: Ending) {
        try BlockingProcess(besideTests: "navsim", arguments).finish()
    }
}
