@testable import NavigationModel

extension Property {
    /// Applied if and only if the scene changed, for changes of one step.
    static let appliedMeansSeen = Property { fleet in
        for arrival in fleet.records where arrival.change.operations.count == 1 {
            let isSeen = arrival.before.scene != arrival.after.scene
            let isUnknownField = arrival.change.operations[0].setsUnknownField
            guard isSeen == (arrival.outcomes[0] == .applied) || isUnknownField else {
                return "\(arrival.outcomes[0]) of \(arrival.change.operations[0])"
            }
            let own = arrival.commit?.revision
            if own != nil, arrival.outcomes[0].by == own { return "explained by itself" }
        }
        return nil
    }
}

extension Operation {
    /// Whether people see it only with a newer version.
    fileprivate var setsUnknownField: Bool {
        if case .updateTab(_, let attributes) = self {
            attributes.contains { $0.field.number > 100 }
        } else {
            false
        }
    }
}
