internal import NavigationProto
internal import NavigationText

/// Adds a tab that the device does not see, at a position.
package struct DeclareTabOperation: Hashable, Sendable {
    /// The tab.
    package let id: TabID
    /// The place in the bar.
    package let position: PositionKey
    /// The attributes that it sets.
    package let attributes: [Attribute]
}

extension Operation {
    /// Adds a tab that the device does not see, at a position.
    public static func declareTab(
        _ id: TabID, at position: PositionKey, attributes: [Attribute]
    ) -> Operation {
        Operation(DeclareTabOperation(id: id, position: position, attributes: attributes))
    }
}

extension DeclareTabOperation: OperationBody {
    static let name = "declareTab"

    static let fields = [
        OperationField(1) { reader throws(WireError) in
            var tab = ""
            var position: ArraySlice<UInt8> = []
            var attributes: [Attribute] = []
            while let field = reader.next() {
                switch field {
                case 1: reader.text(&tab)
                case 2: reader.content(&position)
                case 3: reader.attribute(&attributes)
                default: reader.skip()
                }
            }
            let key = try PositionKey(wire: position)
            return DeclareTabOperation(
                id: try TabID(wire: tab, "tab"), position: key, attributes: attributes)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(1) {
            $0.text(id.rawValue, 1)
            $0.content(position.bytes, 2)
            $0.attributes(attributes, 3)
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        change.declare(id)
        try change.check(attributes, for: .tab(id))
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state.error("tab", id, .tab(id), attributes)
    }

    var excess: LimitExcess? { .of(attributes, .tab) }
    var growthLimit: LimitExcess? { .scene(SceneLimits.tabs, "tabs") }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let stamp = execution.stamp
        let own = [
            RegisterWrite(record: .tab(id), field: TabField.declared, stamp: stamp),
            RegisterWrite(
                record: .tab(id), field: TabField.position, stamp: stamp, value: position.value),
        ]
        return state.edit(
            id, own + state.writes(attributes, .tab(id), stamp), execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        guard !before.isVisible(id) else { return [] }
        // One that was there before has to look as it did when it comes back once more.
        let former = before.formerValues(of: attributes, in: .tab(id))
        let isNew = before[.tab(id), TabField.declared] == nil
        return (isNew ? [] : [.updateTab(id, attributes: former)]) + [.removeTab(id)]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let removed = state.stamp(.tab(id), TabField.removed)
        return !state.isVisible(id) && undo.own.contain(removed) ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        state.isVisible(id) ? .updateTab(id, attributes: attributes) : Operation(self)
    }

    var text: TerminalText { "declared tab \(id)" }
    func unchangedText(by revision: Revision?) -> TerminalText { "already declared" }
    var facts: [String: OperationFact] { ["tab": .text(id.rawValue)].adding(attributes.tabFacts) }
    var place: StackID? { .tab(id) }
    var isDeclaration: Bool { true }
}
