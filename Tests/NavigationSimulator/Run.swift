/// One run of a schedule, from its beginning to its end.
package struct Run {
    /// What was run.
    package let schedule: Schedule
    /// What was broken; `nil` if every promise was kept.
    package let violation: Violation?
    /// What happened.
    package let trace: Trace
    /// How long it took, in virtual time.
    package let duration: Duration

    /// Runs a schedule.
    package init(_ schedule: Schedule, bug: PlantedBug? = nil, linesKept: Int = 60) {
        var simulation = Simulation(schedule, bug: bug, linesKept: linesKept)
        violation = simulation.run()
        trace = simulation.trace
        duration = simulation.now
        self.schedule = schedule
    }

    /// Draws the schedule of a seed, and runs it.
    package init(
        seed: UInt64, devices: Int? = nil, losses: Bool = true, bug: PlantedBug? = nil,
        linesKept: Int = 60
    ) {
        self.init(
            ScheduleGenerator.schedule(seed: seed, devices: devices, losses: losses), bug: bug,
            linesKept: linesKept)
    }

    /// What was broken, how it came to that, and the least that it takes.
    package func report(shrunk: Shrinker?) -> String {
        guard let violation else {
            return "seed \(schedule.seed): every promise was kept"
        }
        var lines = ["seed \(schedule.seed) breaks a promise: \(violation)", ""]
        lines += ["the last of the trace:"] + trace.last(60).map { "  " + $0 } + [""]
        if let shrunk {
            let count = "\(shrunk.schedule.steps.count) of \(schedule.steps.count) steps"
            lines.append("the least that breaks it (\(count), \(shrunk.runs) runs):")
            lines.append(shrunk.schedule.description)
            lines.append("which ends: \(shrunk.violation)")
        }
        return lines.joined(separator: "\n")
    }
}
