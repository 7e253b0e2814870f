internal import NavigationProto
internal import NavigationText

/// Selects the tab that is selected already: its content starts afresh.
package struct RefreshTabOperation: Hashable, Sendable {
    /// The tab.
    package let id: TabID
}

extension Operation {
    /// Selects the tab that is selected already: its content starts afresh.
    public static func refreshTab(_ id: TabID) -> Operation {
        Operation(RefreshTabOperation(id: id))
    }
}

extension RefreshTabOperation: OperationBody {
    static let name = "refreshTab"

    static let fields = [
        OperationField(6) { reader throws(WireError) in
            RefreshTabOperation(id: try TabID(wire: reader.name(), "tab"))
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(name: id, 6)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(id)
    }

    var isSelection: Bool { true }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let count = Value.integer(Int64(clamping: state.refreshCount(of: id)) &+ 1)
        let refresh = RegisterWrite(
            record: .tab(id), field: TabField.refreshed, stamp: execution.stamp, value: count)
        return state.select(id, with: [refresh], in: execution)
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        guard state.isEnabled(try state.visible(id)) else { throw .tabDisabled(id) }
        return Operation(self)
    }

    var text: TerminalText { "refreshed \(id)" }
    func unchangedText(by revision: Revision?) -> TerminalText { "already selected" }
    var facts: [String: OperationFact] { ["tab": .text(id.rawValue)] }
    var place: StackID? { .tab(id) }
    var navigatedStack: StackID? { .tab(id) }
    var takesAway: Bool { true }
}
