package import NavigationModel

/// A change as JSON: its outcome, its operations, and the screen and modal that it makes.
package struct ChangeJSON: Encodable {
    private let outcome: OutcomeJSON
    private let revision: UInt64?
    private let sequence: UInt64?
    private let screen: String?
    private let modal: String?
    private let operations: JSON

    private enum CodingKeys: CodingKey {
        case revision, sequence, screen, modal, operations
    }

    /// Takes the parts of a change.
    ///
    /// - Parameter outcomes: The outcome of each operation; `nil` as long as the change is pending.
    package init(
        _ operations: [Operation], _ outcomes: [Outcome]?, revision: Revision?, sequence: UInt64?
    ) {
        outcome = outcomes.map { OutcomeJSON($0.mostSevere) } ?? OutcomeJSON(outcome: "waiting")
        self.revision = revision?.rawValue
        self.sequence = sequence
        screen = operations.lazy.compactMap(\.pushedScreen).first?.rawValue
        modal = operations.lazy.compactMap(\.presentedModal).first?.rawValue
        self.operations = OperationJSON.values(of: operations, outcomes)
    }

    /// Encodes the members of the outcome among its own.
    package func encode(to encoder: any Encoder) throws {
        try outcome.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(revision, forKey: .revision)
        try members.encodeIfPresent(sequence, forKey: .sequence)
        try members.encodeIfPresent(screen, forKey: .screen)
        try members.encodeIfPresent(modal, forKey: .modal)
        try members.encode(operations, forKey: .operations)
    }
}

extension Operation {
    /// The screen that it makes; `nil` if it makes none.
    package var pushedScreen: ScreenID? { (payload as? PushOperation)?.id }

    /// The modal that it makes; `nil` if it makes none.
    package var presentedModal: ModalID? { (payload as? PresentModalOperation)?.id }
}
