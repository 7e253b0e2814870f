internal import NavigationModel

/// An outcome as JSON.
enum OutcomeJSON {
    /// `outcome`, `by`, `reason`.
    static func members(of outcome: Outcome) -> [String: JSON] {
        [
            "outcome": .string(outcome.kind.word), "by": .init(outcome.by),
            "reason": JSON(outcome.reason.map(String.init(describing:))),
        ]
    }
}

extension Outcome.Kind {
    /// The name in JSON, and for people.
    var word: String {
        switch self {
        case .applied: "applied"
        case .noop: "noop"
        case .superseded: "superseded"
        case .hidden: "hidden"
        case .rejected: "rejected"
        case .unknown(let number): "unknown-\(number)"
        }
    }
}
