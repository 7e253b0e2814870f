internal import NavigationProto
internal import NavigationText

/// Adds a bar that no controller manages, or brings back one that was removed.
package struct DeclareBarOperation: Hashable, Sendable {
    /// The bar.
    package let id: StandaloneBarID
    /// The attributes that it sets.
    package let attributes: [Attribute]
}

extension Operation {
    /// Adds a bar that no controller manages, or brings back one that was removed.
    public static func declareBar(_ id: StandaloneBarID, attributes: [Attribute]) -> Operation {
        Operation(DeclareBarOperation(id: id, attributes: attributes))
    }
}

extension DeclareBarOperation: OperationBody {
    static let name = "declareBar"

    static let fields = [
        OperationField(21) { reader throws(WireError) in
            let it = reader.item()
            return DeclareBarOperation(
                id: try StandaloneBarID(wire: it.name, "bar"), attributes: it.attributes)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, attributes, 21)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        change.declare(id)
        try change.check(attributes, for: .standaloneBar(id))
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state.error("bar", id, .standaloneBar(id), attributes)
    }

    var excess: LimitExcess? { .of(attributes, .standaloneBar) }
    var growthLimit: LimitExcess? { .scene(SceneLimits.standaloneBars, "standalone bars") }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let own = RegisterWrite(
            record: .standaloneBar(id), field: StandaloneBarField.declared,
            stamp: execution.stamp)
        let registerWrites = state.writes(attributes, .standaloneBar(id), execution.stamp)
        return state.edit(id, [own] + registerWrites, execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        guard !before.isShown(.bar(id)) else { return [] }
        let former = before.formerValues(of: attributes, in: .standaloneBar(id))
        let isNew = before[.standaloneBar(id), StandaloneBarField.declared] == nil
        return (isNew ? [] : [.updateBar(id, attributes: former)]) + [.removeBar(id)]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let removed = state.stamp(.standaloneBar(id), StandaloneBarField.removed)
        return !state.isShown(.bar(id)) && undo.own.contain(removed) ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        state.isShown(.bar(id)) ? .updateBar(id, attributes: attributes) : Operation(self)
    }

    var text: TerminalText { "declared bar \(id)" }
    func unchangedText(by revision: Revision?) -> TerminalText { "already declared" }

    var facts: [String: OperationFact] {
        ["bar": .text(id.rawValue)].adding(attributes.propertyFacts)
    }

    var place: StackID? { .bar(id) }
    var isDeclaration: Bool { true }
}
