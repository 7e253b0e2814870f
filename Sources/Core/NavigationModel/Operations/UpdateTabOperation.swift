internal import NavigationProto
internal import NavigationText

/// Sets attributes of a tab.
package struct UpdateTabOperation: Hashable, Sendable {
    /// The tab.
    package let id: TabID
    /// The attributes that it sets.
    package let attributes: [Attribute]
}

extension Operation {
    /// Sets attributes of a tab.
    public static func updateTab(_ id: TabID, attributes: [Attribute]) -> Operation {
        Operation(UpdateTabOperation(id: id, attributes: attributes))
    }
}

extension UpdateTabOperation: OperationBody {
    static let name = "updateTab"

    static let fields = [
        OperationField(2) { reader throws(WireError) in
            let it = reader.item()
            return UpdateTabOperation(
                id: try TabID(wire: it.name, "tab"), attributes: it.attributes)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, attributes, 2)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(id)
        try change.check(attributes, for: .tab(id))
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state.error(attributes, of: .tab(id))
    }

    var excess: LimitExcess? { .of(attributes, .tab) }
    var growthLimit: LimitExcess? { .properties }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        state.edit(
            id, state.writes(attributes, .tab(id), execution.stamp), execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        [.updateTab(id, attributes: before.formerValues(of: attributes, in: .tab(id)))]
            + before.selection(of: id, before: after)
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let left = state.left(of: attributes, in: .tab(id), undo.own)
        guard state.isVisible(id), !left.isEmpty else { return [] }
        let isDisabled = left.value(of: TabField.isEnabled)?.flag == false
        return [.updateTab(id, attributes: left)]
            + (isDisabled ? state.selection(afterRemoving: id) : [])
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        _ = try state.visible(id)
        return Operation(self)
    }

    func merging(_ next: any OperationBody) -> Operation? {
        guard let next = next as? UpdateTabOperation, next.id == id else { return nil }
        return .updateTab(id, attributes: attributes + next.attributes)
    }

    var text: TerminalText { "updated tab \(id)\(attributes.changesText)" }
    var facts: [String: OperationFact] { ["tab": .text(id.rawValue)].adding(attributes.tabFacts) }
    var place: StackID? { .tab(id) }
}
