internal import ArgumentParser
internal import NavigationClient
internal import NavigationText

/// `navctl redo`
struct RedoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone change.",
        discussion: """
            A new change of this device leaves nothing to do again.

            EXAMPLES:
              navctl undo; navctl redo
            """)

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        guard let (step, result) = try await session.submitRedo() else {
            throw CommandError(
                message: "nothing to redo: nothing was taken back since this device's last change")
        }
        try UndoReport(.redo, step, result).write(to: output)
    }
}
