internal import NavigationProto
internal import NavigationText

/// Sets the look of a part of the bars; `nil` leaves it to the platform.
public struct SetBarOperation: Hashable, Sendable {
    /// The part.
    public let key: BarKey
    /// The look.
    public let value: String?
}

extension Operation {
    /// Sets the look of a part of the bars; `nil` leaves it to the platform.
    public static func setBar(_ key: BarKey, _ value: String?) -> Operation {
        Operation(SetBarOperation(key: key, value: value))
    }
}

extension SetBarOperation: OperationBody {
    static let name = "setBar"

    static let fields = [
        OperationField(\.setBar) { it throws(WireError) in
            SetBarOperation(
                key: try BarKey(wire: it.key, "key"), value: it.text.isEmpty ? nil : it.text)
        }
    ]

    func encode(to wire: inout Navsync_V1_Operation) {
        wire.setBar = .init {
            $0.key = key.rawValue
            $0.text = value ?? ""
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        change.set(key)
        if (value ?? "").utf8.count > SceneLimits.textLength {
            throw ValidationFailure(.limitExceeded)
        }
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state[.bar(key)].isEmpty ? NewNameError("bar key", key) : nil
    }

    var excess: LimitExcess? { .bytes("the text", (value ?? "").utf8.count) }
    var growthLimit: LimitExcess? { .scene(SceneLimits.barKeys, "appearance keys") }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let write = RegisterWrite(
            record: .bar(key), field: BarField.value, stamp: execution.stamp,
            value: .optionalText(value))
        let former = state.revision(.bar(key), BarField.value)
        let before = state[.bar(key), BarField.value]?.value ?? Value.none
        let effects = state.join([write], at: execution.revision)
        return (effects, state.outcome(of: [write], before: [before], former: former))
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        [.setBar(key, before.bars[key])]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        undo.own.contain(state.stamp(.bar(key), BarField.value)) ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        Operation(self)
    }

    var text: TerminalText { value.map { "set \(key) to \($0)" } ?? "reset \(key)" }

    var facts: [String: OperationFact] {
        ["key": .text(key.rawValue), "value": .text(value)]
    }
}
