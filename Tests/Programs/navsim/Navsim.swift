import ArgumentParser
import Foundation
import NavigationSimulator

/// Runs the simulator: one seed again, or fresh ones at length.
struct Navsim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "navsim",
        abstract: "Runs a daemon and its devices in one process, from a seed, under every fault.",
        discussion: """
            EXAMPLES:
              navsim --seed 17                one run; the same seed has the same trace
              navsim --seed 17 --trace        the same, with all that happens
              navsim --seed 1 --minutes 10    seeds from 1 on, for ten minutes
              navsim --seed 1 --fleet 3       three daemons share a store: they crash,
                                              stand still, lose the store, are drained

            A run takes one or two minutes of virtual time, and a fraction of a second of
            yours. Then all faults stop, and everything has to come to rest. A run that
            breaks a promise prints its seed, the end of its trace, and the least that it
            takes, which can be kept as a scenario; record the seed in
            Tests/Scenarios/Seeds.

            EXIT CODES:
              0 every promise was kept   1 one was broken   2 wrong usage
            """)

    @Option(help: "The seed, or the first of them.")
    var seed: UInt64 = 1

    @Option(help: "How long to go on with the seeds that follow, in minutes of real time.")
    var minutes: Double?

    @Option(help: "How many devices there are, 1 to 6; drawn from the seed unless given.")
    var devices: Int?

    @Option(help: "The number of daemons that share the store as the nodes of a fleet, 2 to 5.")
    var fleet: Int?

    @Flag(
        help: """
            Name a seed that breaks a promise, and go on with the next, instead of looking for the least that \
            it takes.
            """)
    var all = false

    @Flag(help: "Draw no losses of storage and no budgets; all else stays the same.")
    var sound = false

    @Flag(help: "Print all that happens.")
    var trace = false

    @Flag(help: "Print the schedule that the seed draws, and run nothing.")
    var schedule = false

    @Option(help: "A file with a story to play, instead of a seed.")
    var scenario: String?

    @Option(help: "A fault to plant, to see it caught: \(PlantedBug.names).")
    var plant: PlantedBug?

    func validate() throws {
        if let minutes, !(minutes > 0) { throw ValidationError("--minutes must be positive") }
        if let devices, !(1...6).contains(devices) {
            throw ValidationError("--devices must be between 1 and 6")
        }
        if let fleet, !(2...5).contains(fleet) {
            throw ValidationError("--fleet must be between 2 and 5")
        }
    }

    func run() throws {
        if let scenario {
            try play(scenario)
        } else if schedule {
            let schedule = ScheduleGenerator.schedule(
                seed: seed, devices: devices, nodes: fleet ?? 1, losses: !sound)
            print(schedule, terminator: "")
        } else if let minutes {
            try runOn(for: .seconds(minutes * 60))
        } else {
            try runOnce()
        }
    }

    private func play(_ path: String) throws {
        do {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let reported = try Scenario(text).play(bug: plant, linesKept: trace ? .max / 2 : 60)
            if trace { for line in reported.lines { print(line) } }
            print("\(path): it came true")
        } catch let mistake as Scenario.Mistake {
            if trace { for line in mistake.trace { print(line) } }
            Diagnostics.print("\(path), \(mistake)")
            throw ExitCode(1)
        }
    }

    private func runOnce() throws {
        let run = Run(
            seed: seed, devices: devices, nodes: fleet ?? 1, losses: !sound, bug: plant,
            linesKept: trace ? .max / 2 : 60)
        if trace { for line in run.trace.lines { print(line) } }
        let hash = String(run.trace.hash, radix: 16)
        print(
            "seed \(seed): \(run.trace.count) lines, hash \(hash), "
                + "\(run.duration.clock) s of virtual time")
        try judge(run)
    }

    /// Runs seed after seed until the time is over, and tells how it goes every other second.
    private func runOn(for time: Duration) throws {
        let start = ContinuousClock.now
        var reported = start
        var seed = seed
        var broken = 0
        while ContinuousClock.now - start < time {
            let run = Run(
                seed: seed, devices: devices, nodes: fleet ?? 1, losses: !sound, bug: plant)
            do { try judge(run) } catch  where all { broken += 1 }
            seed += 1
            guard ContinuousClock.now - reported > .seconds(2) else { continue }
            reported = .now
            Diagnostics.print("\(seed - self.seed) seeds, \(broken) broke a promise")
        }
        guard broken == 0 else { throw ExitCode(1) }
        print("seeds \(self.seed) to \(seed - 1): every promise was kept")
    }

    private func judge(_ run: Run) throws {
        guard let violation = run.violation else { return }
        guard !all else {
            print("seed \(run.schedule.seed) breaks a promise: \(violation)")
            throw ExitCode(1)
        }
        Diagnostics.print("seed \(run.schedule.seed) breaks a promise: looking for the least of it")
        let shrunk = Shrinker(run.schedule, breaking: violation, bug: plant)
        print(run.report(shrunk: shrunk))
        throw ExitCode(1)
    }
}

extension PlantedBug: ExpressibleByArgument {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
