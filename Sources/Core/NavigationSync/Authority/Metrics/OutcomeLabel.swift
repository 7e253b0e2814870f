internal import NavigationModel

/// The outcome of a whole change.
public enum OutcomeLabel: Int, Hashable, Sendable, CaseIterable {
    /// The projection changed.
    case applied
    /// The state was as requested already.
    case noop
    /// A newer change of the same thing has won.
    case superseded
    /// Its tab or modal is not shown.
    case hidden
    /// The change is not allowed.
    case rejected

    init(_ outcome: Outcome) {
        self =
            switch outcome.kind {
            case .applied: .applied
            case .noop: .noop
            case .superseded: .superseded
            case .hidden: .hidden
            // The daemon knows all outcomes that it makes.
            case .rejected, .unknown: .rejected
            }
    }
}
