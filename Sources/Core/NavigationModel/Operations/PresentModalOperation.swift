internal import NavigationProto
internal import NavigationText

/// Presents a modal over everything, or one again that was dismissed without an answer.
package struct PresentModalOperation: Hashable, Sendable {
    /// The modal.
    package let id: ModalID
    /// The attributes that it sets, a new modal's route among them.
    package let attributes: [Attribute]
}

extension Operation {
    /// Presents a modal over everything, or one again that was dismissed without an answer.
    public static func presentModal(_ id: ModalID, attributes: [Attribute]) -> Operation {
        Operation(PresentModalOperation(id: id, attributes: attributes))
    }
}

extension PresentModalOperation: OperationBody {
    static let name = "presentModal"

    static let fields = [
        OperationField(14) { reader throws(WireError) in
            let it = reader.item()
            return PresentModalOperation(
                id: try ModalID(wire: it.name, "modal"), attributes: it.attributes)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, attributes, 14)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.requireUnanswered(id)
        let isKnown = change.exists(id)
        change.present(id)
        guard isKnown || attributes.value(of: ModalField.route) != nil else {
            throw ValidationFailure(.malformed)
        }
        try change.check(attributes, forModal: id)
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state.error("modal", id, .modal(id), attributes)
    }

    var excess: LimitExcess? { .of(attributes, .modal) }
    var growthLimit: LimitExcess? { .scene(SceneLimits.modals, "modals") }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let presented = state.presentedModals
        let former = state.revision(.modal(id), ModalField.presented)
        let own = RegisterWrite(
            record: .modal(id), field: ModalField.presented, stamp: execution.stamp)
        let registerWrites = state.writes(attributes, .modal(id), execution.stamp)
        let before = state.values(of: registerWrites)
        let effects = state.join([own] + registerWrites, at: execution.revision)
        guard state.isPresented(id) else {
            return (effects, .superseded(by: state.hiding(.modal(id))))
        }
        // One that was presented already comes to the top.
        guard state.presentedModals == presented else { return (effects, .applied) }
        return (effects, state.outcome(of: registerWrites, before: before, former: former))
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        before.isPresented(id) ? [] : [.dismissModal(id)]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        if state.isPresented(id) {
            // Above one that comes back it is presented anew, to stay there.
            let hasPresented = undo.performed.contains { $0.body is PresentModalOperation }
            return hasPresented ? [Operation(self)] : []
        }
        let isLeft =
            undo.own.contain(state.stamp(.modal(id), ModalField.dismissed))
            && state[.modal(id), ModalField.answer] == nil
        return isLeft ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        // Without a route it was presented again: that is the very same modal.
        guard attributes.value(of: ModalField.route) != nil else {
            let isLeft = !state[.modal(id)].isEmpty && state[.modal(id), ModalField.answer] == nil
            guard isLeft else { throw .unknownModal(id, known: state.presentedModals) }
            return state.isPresented(id) ? nil : Operation(self)
        }
        let fresh = ModalID.random(using: &generator)
        ids.modals[id] = fresh
        return .presentModal(fresh, attributes: attributes)
    }

    var text: TerminalText {
        attributes.modalRoute.map { "presented \($0) as \(id)" } ?? "presented \(id) again"
    }

    func unchangedText(by revision: Revision?) -> TerminalText { "already presented" }

    var facts: [String: OperationFact] {
        ["modal": .text(id.rawValue)].adding(attributes.modalFacts)
    }

    var place: StackID? { .modal(id) }
}
