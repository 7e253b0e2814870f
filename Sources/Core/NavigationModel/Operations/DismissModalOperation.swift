internal import NavigationProto
internal import NavigationText

/// Closes a modal without an answer.
package struct DismissModalOperation: Hashable, Sendable {
    /// The modal.
    package let id: ModalID
}

extension Operation {
    /// Closes a modal without an answer.
    public static func dismissModal(_ id: ModalID) -> Operation {
        Operation(DismissModalOperation(id: id))
    }
}

extension DismissModalOperation: OperationBody {
    static let name = "dismissModal"

    static let fields = [
        OperationField(16) { reader throws(WireError) in
            DismissModalOperation(id: try ModalID(wire: reader.name(), "modal"))
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, 16)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        change.close(id)
        try change.require(id)
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let wasPresented = state.isPresented(id)
        let former = state.hiding(.modal(id))
        let dismissal = RegisterWrite(
            record: .modal(id), field: ModalField.dismissed, stamp: execution.stamp)
        let effects = state.join([dismissal], at: execution.revision)
        guard wasPresented else { return (effects, .noop(by: former)) }
        guard state.isPresented(id) else { return (effects, .applied) }
        return (effects, .superseded(by: state.revision(.modal(id), ModalField.presented)))
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        guard let index = before.presentedModals.firstIndex(of: id) else { return [] }
        // The modals above it are presented anew, too, so that it returns to its place.
        return before.presentedModals[index...].map { .presentModal($0, attributes: []) }
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let isOwn = undo.own.contain(state.stamp(.modal(id), ModalField.presented))
        return state.isPresented(id) && isOwn ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        let id = ids.modals[id] ?? id
        return state.isPresented(id) ? .dismissModal(id) : nil
    }

    var text: TerminalText { "closed \(id)" }
    func unchangedText(by revision: Revision?) -> TerminalText { "already closed" }
    var facts: [String: OperationFact] { ["modal": .text(id.rawValue)] }
    var place: StackID? { .modal(id) }
    var takesAway: Bool { true }
}
