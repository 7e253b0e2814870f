package import NavigationModel

/// An operation as JSON: its `kind`, the items that it names, and its outcome.
package enum OperationJSON {
    /// All operations of a change with their outcomes, where these are known.
    package static func values(of operations: [Operation], _ outcomes: [Outcome]?) -> JSON {
        .array(
            operations.enumerated().map { index, operation in
                var members = members(of: operation)
                if let outcomes, outcomes.indices.contains(index) {
                    members.merge(OutcomeJSON.members(of: outcomes[index])) { _, new in new }
                }
                return .object(members)
            })
    }

    private static func members(of operation: Operation) -> [String: JSON] {
        operation.facts.mapValues(JSON.init).adding(["kind": .string(operation.name)])
    }
}

extension JSON {
    /// A fact about an operation.
    fileprivate init(_ fact: OperationFact) {
        switch fact {
        case .text(let text): self.init(text)
        case .number(let number): self = .integer(number)
        case .flag(let flag): self = .bool(flag)
        case .list(let facts): self = .array(facts.map(JSON.init))
        case .members(let facts): self = .object(facts.mapValues(JSON.init))
        }
    }
}
