internal import NavigationProto
internal import NavigationText

/// Sets attributes of a modal.
package struct UpdateModalOperation: Hashable, Sendable {
    /// The modal.
    package let id: ModalID
    /// The attributes that it sets.
    package let attributes: [Attribute]
}

extension Operation {
    /// Sets attributes of a modal.
    public static func updateModal(_ id: ModalID, attributes: [Attribute]) -> Operation {
        Operation(UpdateModalOperation(id: id, attributes: attributes))
    }
}

extension UpdateModalOperation: OperationBody {
    static let name = "updateModal"

    static let fields = [
        OperationField(15) { reader throws(WireError) in
            let it = reader.item()
            return UpdateModalOperation(
                id: try ModalID(wire: it.name, "modal"), attributes: it.attributes)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, attributes, 15)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(id)
        guard attributes.value(of: ModalField.route) == nil else {
            throw ValidationFailure(.malformed)
        }
        try change.check(attributes, forModal: id)
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state.error(attributes, of: .modal(id))
    }

    var excess: LimitExcess? { .of(attributes, .modal) }
    var growthLimit: LimitExcess? { .properties }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let registerWrites = state.writes(attributes, .modal(id), execution.stamp)
        var comparison = Comparison()
        let effects = state.join(registerWrites, at: execution.revision) {
            comparison.note($0, former: $1, $2)
        }
        guard state.isPresented(id) else {
            return (effects, .hidden(by: state.hiding(.modal(id))))
        }
        return (effects, comparison.outcome)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        [.updateModal(id, attributes: before.formerValues(of: attributes, in: .modal(id)))]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let left = state.left(of: attributes, in: .modal(id), undo.own)
        return state.isPresented(id) && !left.isEmpty ? [.updateModal(id, attributes: left)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        .updateModal(try state.presented(ids.modals[id] ?? id), attributes: attributes)
    }

    func merging(_ next: any OperationBody) -> Operation? {
        guard let next = next as? UpdateModalOperation, next.id == id else { return nil }
        return .updateModal(id, attributes: attributes + next.attributes)
    }

    var text: TerminalText { "updated modal \(id)\(attributes.changesText)" }

    var facts: [String: OperationFact] {
        ["modal": .text(id.rawValue)].adding(attributes.modalFacts)
    }

    var place: StackID? { .modal(id) }
}
