/// One run of a schedule, from its beginning to its end.
package struct Run {
    /// The schedule that was run.
    package let schedule: Schedule
    /// The broken promise; `nil` if every promise was kept.
    package let violation: Violation?
    /// The trace of the run.
    package let trace: Trace
    /// The virtual time that it took.
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
        seed: UInt64, devices: Int? = nil, nodes: Int = 1, losses: Bool = true,
        bug: PlantedBug? = nil, linesKept: Int = 60
    ) {
        self.init(
            ScheduleGenerator.schedule(
                seed: seed, devices: devices, nodes: nodes, losses: losses), bug: bug,
            linesKept: linesKept)
    }

    /// Returns a report of the broken promise, the end of the trace, and the shortest schedule that
    /// breaks it.
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
