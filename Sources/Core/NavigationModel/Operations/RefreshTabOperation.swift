internal import NavigationProto
internal import NavigationText

/// Selects the tab that is selected already: its content starts afresh.
public struct RefreshTabOperation: Hashable, Sendable {
    /// The tab.
    public let id: TabID
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
        OperationField(\.refreshTab) { it throws(WireError) in
            RefreshTabOperation(id: try TabID(wire: it.tab, "tab"))
        }
    ]

    func encode(to wire: inout Navsync_V1_Operation) {
        wire.refreshTab = .init { $0.tab = id.rawValue }
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
