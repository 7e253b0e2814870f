internal import ArgumentParser
internal import NavigationModel

/// `navctl modal answer`
struct ModalAnswerCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Answer a modal, which closes it on every device.",
        discussion: """
            The first answer that arrives is the only one; a second is refused, and says so. 'close'
            closes the modal without an answer.

            EXAMPLES:
              navctl modal answer k3f9x2m7q0va preferred
            """)

    @Argument(help: "The modal, by its id.")
    var id: ModalID

    @Argument(help: "The answer.")
    var answer: Answer

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    /// What a person may choose.
    enum Answer: String, ExpressibleByArgument, CaseIterable {
        /// Leave everything as it was.
        case cancel
        /// The action that the modal recommends.
        case preferred
        /// No answer: the question is gone.
        case close
    }

    func intent() -> Intent {
        switch answer {
        case .cancel: .answerModal(id, .cancel)
        case .preferred: .answerModal(id, .preferred)
        case .close: .dismissModal(id)
        }
    }
}
