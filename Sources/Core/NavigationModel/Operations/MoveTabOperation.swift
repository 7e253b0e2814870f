internal import NavigationProto
internal import NavigationText

/// Moves a tab within the bar.
package struct MoveTabOperation: Hashable, Sendable {
    /// The tab.
    package let id: TabID
    /// The new place in the bar.
    package let position: PositionKey
}

extension Operation {
    /// Moves a tab within the bar.
    public static func moveTab(_ id: TabID, to position: PositionKey) -> Operation {
        Operation(MoveTabOperation(id: id, position: position))
    }
}

extension MoveTabOperation: OperationBody {
    static let name = "moveTab"

    static let fields = [
        OperationField(3) { reader throws(WireError) in
            var tab = ""
            var position: ArraySlice<UInt8> = []
            while let field = reader.next() {
                switch field {
                case 1: reader.text(&tab)
                case 2: reader.content(&position)
                default: reader.skip()
                }
            }
            let key = try PositionKey(wire: position)
            return MoveTabOperation(id: try TabID(wire: tab, "tab"), position: key)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(3) {
            $0.text(id.rawValue, 1)
            $0.content(position.bytes, 2)
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(id)
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let move = RegisterWrite(
            record: .tab(id), field: TabField.position, stamp: execution.stamp,
            value: position.value)
        return state.edit(id, [move], execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        before.position(of: id).map { [.moveTab(id, to: $0)] } ?? []
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let isOwn = undo.own.contain(state.stamp(.tab(id), TabField.position))
        return state.isVisible(id) && isOwn ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        _ = try state.visible(id)
        return Operation(self)
    }

    var text: TerminalText { "moved tab \(id)" }
    var facts: [String: OperationFact] { ["tab": .text(id.rawValue)] }
    var place: StackID? { .tab(id) }
    var takesAway: Bool { true }
}
