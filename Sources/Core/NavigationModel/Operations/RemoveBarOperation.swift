internal import NavigationProto
internal import NavigationText

/// Removes a standalone bar, with its items.
package struct RemoveBarOperation: Hashable, Sendable {
    /// The bar.
    package let id: StandaloneBarID
}

extension Operation {
    /// Removes a standalone bar, with its items.
    public static func removeBar(_ id: StandaloneBarID) -> Operation {
        Operation(RemoveBarOperation(id: id))
    }
}

extension RemoveBarOperation: OperationBody {
    static let name = "removeBar"

    static let fields = [
        OperationField(23) { reader throws(WireError) in
            RemoveBarOperation(id: try StandaloneBarID(wire: reader.name(), "bar"))
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, 23)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        change.remove(id)
        try change.require(id)
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let record = RecordID.standaloneBar(id)
        let wasShown = state.isShown(.bar(id))
        let former = state.hiding(.bar(id))
        let removal = RegisterWrite(
            record: record, field: StandaloneBarField.removed, stamp: execution.stamp)
        let effects = state.join([removal], at: execution.revision)
        guard wasShown else { return (effects, .noop(by: former)) }
        guard state.isShown(.bar(id)) else { return (effects, .applied) }
        return (effects, .superseded(by: state.revision(record, StandaloneBarField.declared)))
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        before.isShown(.bar(id)) ? [.declareBar(id, attributes: [])] : []
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let declared = state.stamp(.standaloneBar(id), StandaloneBarField.declared)
        return state.isShown(.bar(id)) && undo.own.contain(declared) ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        state.isShown(.bar(id)) ? Operation(self) : nil
    }

    var text: TerminalText { "removed bar \(id)" }
    func unchangedText(by revision: Revision?) -> TerminalText { "already removed" }
    var facts: [String: OperationFact] { ["bar": .text(id.rawValue)] }
    var place: StackID? { .bar(id) }
    var takesAway: Bool { true }
}
