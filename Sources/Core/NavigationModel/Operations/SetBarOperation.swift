internal import NavigationProto
internal import NavigationText

/// Sets the look of a part of the bars; `nil` leaves it to the platform.
package struct SetBarOperation: Hashable, Sendable {
    /// The part.
    package let key: BarKey
    /// The look.
    package let value: String?
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
        OperationField(18) { reader throws(WireError) in
            var (key, text) = ("", "")
            while let field = reader.next() {
                switch field {
                case 1: reader.text(&key)
                case 2: reader.text(&text)
                default: reader.skip()
                }
            }
            return SetBarOperation(
                key: try BarKey(wire: key, "key"), value: text.isEmpty ? nil : text)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(18) {
            $0.text(key.rawValue, 1)
            $0.text(value ?? "", 2)
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        change.set(key)
        if (value ?? "").utf8.count > SceneLimits.textLength {
            throw ValidationFailure(.limitExceeded)
        }
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state.exists(.bar(key)) ? nil : NewNameError("bar key", key)
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
