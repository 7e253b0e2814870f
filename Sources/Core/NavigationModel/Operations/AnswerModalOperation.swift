internal import NavigationProto
internal import NavigationText

/// Answers a modal, which closes it. The first answer that arrives is the only one.
package struct AnswerModalOperation: Hashable, Sendable {
    /// The modal.
    package let id: ModalID
    /// The answer.
    package let answer: ModalAnswer
}

extension Operation {
    /// Answers a modal, which closes it. The first answer that arrives is the only one.
    public static func answerModal(_ id: ModalID, _ answer: ModalAnswer) -> Operation {
        Operation(AnswerModalOperation(id: id, answer: answer))
    }
}

extension AnswerModalOperation: OperationBody {
    static let name = "answerModal"

    static let fields = [
        OperationField(17) { reader throws(WireError) in
            var (modal, answer) = ("", "")
            while let field = reader.next() {
                switch field {
                case 1: reader.text(&modal)
                case 2: reader.text(&answer)
                default: reader.skip()
                }
            }
            return AnswerModalOperation(
                id: try ModalID(wire: modal, "modal"),
                answer: try ModalAnswer(wire: answer, "answer"))
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(17) {
            $0.text(id.rawValue, 1)
            $0.text(answer.rawValue, 2)
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(id)
        try change.requireUnanswered(id)
        change.close(id)
        change.answer(id)
        guard answer == .preferred, !change.canPrefer(id) else { return }
        let explicit = ItemField.property(.preferredIsEnabled)
        throw ValidationFailure(
            .preferredDisabled, by: change.state.revision(.modal(id), explicit))
    }

    /// Joins the answer, which is the first, since a second one is rejected before. A dismissed
    /// modal can't be answered any more.
    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let stamp = execution.stamp
        guard state.isPresented(id) else { return ([], .hidden(by: state.hiding(.modal(id)))) }
        // The first by arrival closes it, however late the modal was presented.
        let closing = max(stamp, state.stamp(.modal(id), ModalField.presented))
        let effects = state.join(
            [
                RegisterWrite(
                    record: .modal(id), field: ModalField.answer, stamp: stamp,
                    value: .text(answer.rawValue)),
                RegisterWrite(record: .modal(id), field: ModalField.dismissed, stamp: closing),
            ], at: execution.revision)
        return (effects, .applied)
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        .answerModal(try state.presented(ids.modals[id] ?? id), answer)
    }

    var text: TerminalText { "answered \(id) with \(answer)" }

    var facts: [String: OperationFact] {
        ["modal": .text(id.rawValue), "answer": .text(answer.rawValue)]
    }

    var place: StackID? { .modal(id) }
    var takesAway: Bool { true }
}
