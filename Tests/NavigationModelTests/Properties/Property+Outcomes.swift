@testable import NavigationModel
import NavigationReference

extension Property {
    /// The outcome of each change of one step is what the text of the design says, and is not
    /// explained by itself.
    static let outcomes = Property(Schedule.Flavour.allCases) { fleet in
        for arrival in fleet.records where arrival.change.operations.count == 1 {
            let outcome = arrival.outcomes[0]
            let own = arrival.commit?.revision
            if own != nil, outcome.by == own { return "explained by itself" }
            guard !arrival.isRejected else { continue }
            let allowed = ReferenceOutcome.kinds(
                of: arrival.change.operations[0], before: arrival.before.registers,
                after: arrival.after.registers)
            guard allowed.contains(outcome.kind) else {
                return "\(outcome.kind), not \(allowed): \(arrival.change.operations[0])"
            }
        }
        return nil
    }

    /// The daemon's own commits change nothing that people see.
    static let unseenUpkeep = Property([.upkeep]) { fleet in
        for upkeep in fleet.upkeep where upkeep.before.scene != upkeep.after.scene {
            return "\(upkeep.commit.operations) is seen"
        }
        return nil
    }
}
