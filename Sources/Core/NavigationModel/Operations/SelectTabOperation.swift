internal import NavigationProto
internal import NavigationText

/// Makes a tab the selected one.
package struct SelectTabOperation: Hashable, Sendable {
    /// The tab.
    package let id: TabID
}

extension Operation {
    /// Makes a tab the selected one.
    public static func selectTab(_ id: TabID) -> Operation {
        Operation(SelectTabOperation(id: id))
    }
}

extension SelectTabOperation: OperationBody {
    static let name = "selectTab"

    static let fields = [
        OperationField(5) { reader throws(WireError) in
            SelectTabOperation(id: try TabID(wire: reader.name(), "tab"))
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, 5)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(id)
    }

    var isSelection: Bool { true }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        state.select(id, in: execution)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        before.selectedTab.map { $0 == id ? [] : [.selectTab($0)] } ?? []
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        guard state.isVisible(id), state.isEnabled(id), state.selectedTab != id else { return [] }
        let isOwn =
            state.selectedTab.map { undo.own.contain(state.stamp(.tab($0), TabField.selected)) }
            ?? true
        let hasSelected = undo.done.contains { $0.body is SelectTabOperation }
        return isOwn || !hasSelected ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        guard state.isEnabled(try state.visible(id)) else { throw .tabDisabled(id) }
        return Operation(self)
    }

    var text: TerminalText { "selected \(id)" }
    func unchangedText(by revision: Revision?) -> TerminalText { "already selected" }
    var facts: [String: OperationFact] { ["tab": .text(id.rawValue)] }
    var place: StackID? { .tab(id) }
    var navigatedStack: StackID? { .tab(id) }
    var takesAway: Bool { true }
}

extension SceneState {
    /// Selects a tab, with or without refreshing it.
    ///
    /// A selection that makes explicit where the change's own steps have led anyway is still what
    /// changed it: it is compared with the tab that was selected before the change.
    ///
    /// - Parameter refresh: the write of a refresh, which a selection alone does not have.
    mutating func select(
        _ id: TabID, with refresh: [RegisterWrite] = [], in execution: Execution
    ) -> PerformedOperation {
        let former = self.revision(.tab(id), TabField.selected)
        let before = (execution.formerTab, self.stamp(.tab(id), TabField.refreshed))
        let selection = RegisterWrite(
            record: .tab(id), field: TabField.selected, stamp: execution.stamp)
        let effects = join([selection] + refresh, at: execution.revision)
        guard isVisible(id) else {
            return (effects, .hidden(by: self.revision(.tab(id), TabField.removed)))
        }
        let after = selectedTab
        if (after, self.stamp(.tab(id), TabField.refreshed)) != before {
            return (effects, .applied)
        }
        if after == id { return (effects, .noop(by: former)) }
        guard isEnabled(id), let after else {
            return (effects, .superseded(by: self.revision(.tab(id), TabField.isEnabled)))
        }
        return (effects, .superseded(by: self.revision(.tab(after), TabField.selected)))
    }
}
