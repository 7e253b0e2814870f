import NavigationModel

/// Takes away from a schedule what is not needed to break the same promise: whole kinds of faults,
/// then devices, then steps, ever smaller pieces of them, until nothing more can go.
package struct Shrinker {
    /// The least that was found.
    package private(set) var schedule: Schedule
    /// The promise that it breaks.
    package private(set) var violation: Violation
    /// The number of runs that it took.
    package private(set) var runs = 0
    private let bug: PlantedBug?
    private let limit: Int

    /// Shrinks the schedule of a run that broke `violation`, within so many runs.
    package init(
        _ schedule: Schedule, breaking violation: Violation, bug: PlantedBug? = nil,
        limit: Int = 600
    ) {
        self.schedule = schedule
        self.violation = violation
        self.bug = bug
        self.limit = limit
        cut()
        var count = Int.max
        while count > self.schedule.steps.count, runs < limit {
            count = self.schedule.steps.count
            dropKinds()
            dropDevices()
            dropSteps()
        }
    }

    /// Keeps `candidate` if it breaks the same promise.
    private mutating func keep(_ candidate: Schedule) -> Bool {
        guard runs < limit, candidate != schedule else { return false }
        runs += 1
        let found = Run(candidate, bug: bug, linesKept: 1).violation
        guard let found, found.oracle == violation.oracle else { return false }
        schedule = candidate
        violation = found
        return true
    }

    /// Leaves out what comes after the end: it can't matter.
    private mutating func cut() {
        var candidate = schedule
        candidate.steps.removeAll { $0.time > violation.time }
        _ = keep(candidate)
    }

    private mutating func dropKinds() {
        for kind in Set(schedule.steps.map(\.happening.kind)).sorted() {
            var candidate = schedule
            candidate.steps.removeAll { $0.happening.kind == kind }
            _ = keep(candidate)
        }
    }

    private mutating func dropDevices() {
        for name in schedule.devices where schedule.devices.count > 1 {
            var candidate = schedule
            if let index = candidate.devices.firstIndex(of: name),
                index >= candidate.devices.count - candidate.unknownUIDs
            {
                candidate.unknownUIDs -= 1
            }
            candidate.devices.removeAll { $0 == name }
            candidate.steps.removeAll { $0.happening.device == name }
            _ = keep(candidate)
        }
    }

    private mutating func dropSteps() {
        var size = max(1, schedule.steps.count / 2)
        while true {
            var start = 0
            while start < schedule.steps.count {
                var candidate = schedule
                let end = min(start + size, candidate.steps.count)
                candidate.steps.removeSubrange(start..<end)
                if !keep(candidate) { start += size }
            }
            guard size > 1, runs < limit else { return }
            size /= 2
        }
    }
}

extension Happening {
    /// The device that it is about.
    var device: DeviceName? {
        switch self {
        case .act(let name, _), .command(let name, _, _), .device(let name, _): name
        case .daemon, .node: nil
        }
    }

    /// The kind of thing, without its numbers and names.
    var kind: String {
        let text =
            switch self {
            case .act(_, let act): "act \(Mirror(reflecting: act).children.first?.label ?? "")"
            case .command(_, _, let connects): "command \(connects)"
            case .device(_, let event): "device \(event)"
            case .daemon(let event): "daemon \(event)"
            case .node(_, let event): "node \(event)"
            }
        return String(text.prefix { $0 != "(" })
    }
}
