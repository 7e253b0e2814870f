internal import NavigationProto
internal import NavigationText

/// Sets attributes of a screen.
package struct UpdateScreenOperation: Hashable, Sendable {
    /// The screen.
    package let id: ScreenID
    /// The attributes that it sets.
    package let attributes: [Attribute]
}

extension Operation {
    /// Sets attributes of a screen.
    public static func updateScreen(_ id: ScreenID, attributes: [Attribute]) -> Operation {
        Operation(UpdateScreenOperation(id: id, attributes: attributes))
    }
}

extension UpdateScreenOperation: OperationBody {
    static let name = "updateScreen"

    static let fields = [
        OperationField(12) { reader throws(WireError) in
            let it = reader.item()
            return UpdateScreenOperation(
                id: try ScreenID(wire: it.name, "screen"), attributes: it.attributes)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, attributes, 12)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        guard change.exists(id) else { throw ValidationFailure(.unknownScreen) }
        // A screen's route and identity are what it is; with others it is another screen.
        guard attributes.value(of: ScreenField.route) == nil,
            attributes.value(of: ScreenField.identity) == nil
        else { throw ValidationFailure(.malformed) }
        try change.check(attributes, for: .screen(id))
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state.error(attributes, of: .screen(id))
    }

    var excess: LimitExcess? { .of(attributes, .screen) }
    var growthLimit: LimitExcess? { .properties }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let record = RecordID.screen(id)
        let registerWrites = state.writes(attributes, record, execution.stamp)
        var comparison = Comparison()
        let effects = state.join(registerWrites, at: execution.revision) {
            comparison.note($0, former: $1, $2)
        }
        let placement = state.placement(of: id)
        guard let place = placement, state.isShown(place.placement.stack) else {
            return (effects, .hidden(by: placement.flatMap { state.hiding($0.placement.stack) }))
        }
        let stack = place.placement.stack
        guard let entry = state.forest(of: stack).entry(of: id) else {
            let isPopped = place.stamp <= state.stamp(record, ScreenField.popped)
            let winner =
                isPopped
                ? state.revision(record, ScreenField.popped)
                : state.revision(stack.record, StackField.floor)
            return (effects, .superseded(by: winner))
        }
        guard entry.shown == id else {
            let shown = RecordID.screen(entry.shown)
            return (effects, .superseded(by: state.revision(shown, ScreenField.placement)))
        }
        return (effects, comparison.outcome)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        [.updateScreen(id, attributes: before.formerValues(of: attributes, in: .screen(id)))]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let left = state.left(of: attributes, in: .screen(id), undo.own)
        guard !left.isEmpty, let place = state.placement(of: id)?.placement,
            state.forest(of: place.stack).entry(of: id) != nil
        else { return [] }
        return [.updateScreen(id, attributes: left)]
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        let id = ids.screens[id] ?? id
        guard state.hasRoute(id) else { throw .unknownScreen(id) }
        return .updateScreen(id, attributes: attributes)
    }

    func merging(_ next: any OperationBody) -> Operation? {
        guard let next = next as? UpdateScreenOperation, next.id == id else { return nil }
        return .updateScreen(id, attributes: attributes + next.attributes)
    }

    var text: TerminalText { "updated screen \(id)\(attributes.changesText)" }

    var facts: [String: OperationFact] {
        ["screen": .text(id.rawValue), "title": .text(attributes.screenTitle)]
            .adding(attributes.propertyFacts)
    }
}
