internal import ArgumentParser
internal import CommandLine
internal import Glibc
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// `navctl modal`
struct ModalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modal",
        abstract: "Present, update and answer modals.",
        subcommands: [
            ModalPresentCommand.self, ModalUpdateCommand.self, ModalAnswerCommand.self,
        ])

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl modal present`
struct ModalPresentCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "present",
        abstract: "Present a modal over everything.",
        discussion: """
            Change its stack with --modal of 'push', 'pop' and 'set-items'.

            EXAMPLES:
              navctl modal present mail://discard --kind simple --title "Discard the draft?"
              navctl modal present setup:// --kind multiStep --set steps=2 \\
                --stack setup://name setup://photo --animated
            """)

    @Argument(help: "The route (deep link) of the modal")
    var route: String

    @Option(help: "The kind: simple, multiStep or fullScreen")
    var kind: ModalKind

    @Option(help: "The title of the modal")
    var title: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The routes of its screens, bottom to top", valueName: "route"))
    var stack: [String] = []

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var motion: MotionOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var isAnimated: Bool { motion.animated }

    func intent() throws -> Intent {
        .presentModal(
            ModalDescription(
                route: route, kind: kind, title: title,
                properties: try properties.properties(of: .modal),
                stack: stack.map { ScreenDescription(route: $0) }))
    }
}

/// `navctl modal update`
struct ModalUpdateCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update a modal's properties.",
        discussion: """
            EXAMPLES:
              navctl modal update k3f9x2m7q0va --title "Discard 3 drafts?"
              navctl modal update k3f9x2m7q0va --set step=2 --set preferred.isEnabled=false
            """)

    @Argument(help: "The id of the modal")
    var id: ModalID

    @Option(help: "The title; empty removes it")
    var title: String?

    @Option(help: "The kind: simple, multiStep or fullScreen")
    var kind: ModalKind?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard title != nil || kind != nil || !properties.isEmpty else {
            throw ValidationError("nothing to update: use --title, --kind, --set or --unset")
        }
    }

    func intent() throws -> Intent {
        .batch([
            .updateModal(id, title: title, kind: kind),
            .setProperties(.modal(id), try properties.texts(of: .modal)),
        ])
    }
}

/// `navctl modal answer`
struct ModalAnswerCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Answer a modal and close it on every device.",
        discussion: """
            The first answer wins; later ones are refused. 'close' closes the modal without
            an answer.

            If the modal has unsaved input ('isDirty'), cancel and close ask for
            confirmation, or need --discard without a terminal. A disabled preferred action
            ('preferred.isEnabled' is false) is refused.

            EXAMPLES:
              navctl modal answer k3f9x2m7q0va preferred
              navctl modal answer k3f9x2m7q0va cancel --discard
            """)

    @Argument(help: "The id of the modal")
    var id: ModalID

    @Argument(help: "The answer")
    var answer: Answer

    @Flag(help: "Discard unsaved input without confirmation")
    var discard = false

    @OptionGroup var motion: MotionOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    /// The actions that a person may choose.
    enum Answer: String, ExpressibleByArgument, CaseIterable {
        /// Leave everything as it was.
        case cancel
        /// The action that the modal recommends.
        case preferred
        /// No answer: the modal is dismissed.
        case close
    }

    var isAnimated: Bool { motion.animated }

    func make(
        _ intent: Intent, in session: SceneMirror, _ output: Output
    ) async throws {
        if answer != .preferred, !discard,
            let modal = await session.fetchScene().view.scene.modal(id),
            modal.properties.flag(.isDirty)
        {
            try confirm(modal)
        }
        try await report(perform(intent, in: session), of: session).write(to: output)
    }

    /// Asks whether unsaved input may be lost; throws if not.
    private func confirm(_ modal: Modal) throws {
        let name = (modal.title ?? modal.route).label()
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandError(
                message: "'\(name)' has unsaved input", advice: "use --discard to discard it")
        }
        Console.prompt("discard the unsaved input of '\(name)'? [y/N] ")
        let words = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(words) else {
            throw CommandError(message: "nothing was changed")
        }
    }

    func intent() -> Intent {
        switch answer {
        case .cancel: .answerModal(id, .cancel)
        case .preferred: .answerModal(id, .preferred)
        case .close: .dismissModal(id)
        }
    }
}
