internal import NavigationProto
internal import NavigationText

/// Sets attributes of a standalone bar.
package struct UpdateBarOperation: Hashable, Sendable {
    /// The bar.
    package let id: StandaloneBarID
    /// The attributes that it sets.
    package let attributes: [Attribute]
}

extension Operation {
    /// Sets attributes of a standalone bar.
    public static func updateBar(_ id: StandaloneBarID, attributes: [Attribute]) -> Operation {
        Operation(UpdateBarOperation(id: id, attributes: attributes))
    }
}

extension UpdateBarOperation: OperationBody {
    static let name = "updateBar"

    static let fields = [
        OperationField(22) { reader throws(WireError) in
            let it = reader.item()
            return UpdateBarOperation(
                id: try StandaloneBarID(wire: it.name, "bar"), attributes: it.attributes)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, attributes, 22)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(id)
        try change.check(attributes, for: .standaloneBar(id))
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state.error(attributes, of: .standaloneBar(id))
    }

    var excess: LimitExcess? { .of(attributes, .standaloneBar) }
    var growthLimit: LimitExcess? { .properties }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let registerWrites = state.writes(attributes, .standaloneBar(id), execution.stamp)
        return state.edit(id, registerWrites, execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        [.updateBar(id, attributes: before.formerValues(of: attributes, in: .standaloneBar(id)))]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let left = state.left(of: attributes, in: .standaloneBar(id), undo.own)
        return state.isShown(.bar(id)) && !left.isEmpty ? [.updateBar(id, attributes: left)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        _ = try state.shown(id)
        return Operation(self)
    }

    func merging(_ next: any OperationBody) -> Operation? {
        guard let next = next as? UpdateBarOperation, next.id == id else { return nil }
        return .updateBar(id, attributes: attributes + next.attributes)
    }

    var text: TerminalText { "updated bar \(id)\(attributes.changesText)" }

    var facts: [String: OperationFact] {
        ["bar": .text(id.rawValue)].adding(attributes.propertyFacts)
    }

    var place: StackID? { .bar(id) }
}
