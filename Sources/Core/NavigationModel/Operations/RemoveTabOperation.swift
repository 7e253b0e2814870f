internal import NavigationProto
internal import NavigationText

/// Takes a tab out of the bar, with its stack.
package struct RemoveTabOperation: Hashable, Sendable {
    /// The tab.
    package let id: TabID
}

extension Operation {
    /// Takes a tab out of the bar, with its stack.
    public static func removeTab(_ id: TabID) -> Operation {
        Operation(RemoveTabOperation(id: id))
    }
}

extension RemoveTabOperation: OperationBody {
    static let name = "removeTab"

    static let fields = [
        OperationField(4) { reader throws(WireError) in
            RemoveTabOperation(id: try TabID(wire: reader.name(), "tab"))
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, 4)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        change.remove(id)
        try change.require(id)
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let wasVisible = state.isVisible(id)
        let former = state.revision(.tab(id), TabField.removed)
        let removal = RegisterWrite(
            record: .tab(id), field: TabField.removed, stamp: execution.stamp)
        let effects = state.join([removal], at: execution.revision)
        guard wasVisible else { return (effects, .noop(by: former)) }
        guard state.isVisible(id) else { return (effects, .applied) }
        return (effects, .superseded(by: state.revision(.tab(id), TabField.declared)))
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        guard before.isVisible(id), let position = before.position(of: id) else { return [] }
        return [.declareTab(id, at: position, attributes: [])]
            + before.selection(of: id, before: after)
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        guard state.isVisible(id), undo.own.contain(state.stamp(.tab(id), TabField.declared))
        else { return [] }
        return [Operation(self)] + state.selection(afterRemoving: id)
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        state.isVisible(id) ? Operation(self) : nil
    }

    var text: TerminalText { "removed tab \(id)" }
    func unchangedText(by revision: Revision?) -> TerminalText { "already removed" }
    var facts: [String: OperationFact] { ["tab": .text(id.rawValue)] }
    var place: StackID? { .tab(id) }
    var takesAway: Bool { true }
}
