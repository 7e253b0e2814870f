internal import NavigationModel

/// What became of a whole change.
public enum OutcomeLabel: Int, Hashable, Sendable, CaseIterable {
    /// What people see changed.
    case applied
    /// What was wished was so already.
    case noop
    /// A newer change of the same thing had won.
    case superseded
    /// The tab or modal it was in was not shown.
    case hidden
    /// It was not allowed.
    case rejected

    init(_ outcome: Outcome) {
        self =
            switch outcome.kind {
            case .applied: .applied
            case .noop: .noop
            case .superseded: .superseded
            case .hidden: .hidden
            // The daemon knows all that it gives.
            case .rejected, .unknown: .rejected
            }
    }
}
