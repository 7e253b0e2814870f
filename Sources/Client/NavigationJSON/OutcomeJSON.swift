package import NavigationModel

/// An outcome as JSON.
package struct OutcomeJSON: Encodable {
    private let outcome: String
    private var by: UInt64?
    private var reason: String?

    /// An outcome by name, without an explanation.
    init(outcome: String) {
        self.outcome = outcome
    }

    /// Takes an outcome.
    package init(_ outcome: Outcome) {
        self.outcome = outcome.kind.word
        by = outcome.by?.rawValue
        reason = outcome.reason.map(String.init(describing:))
    }

    /// The members, for an object.
    static func members(of outcome: Outcome) -> [String: JSON] {
        [
            "outcome": .string(outcome.kind.word), "by": .init(outcome.by),
            "reason": JSON(outcome.reason.map(String.init(describing:))),
        ]
    }
}

extension Outcome.Kind {
    /// The name in JSON, and for people.
    package var word: String {
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
