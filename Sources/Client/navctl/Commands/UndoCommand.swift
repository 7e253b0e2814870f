internal import ArgumentParser
internal import NavigationClient
internal import NavigationText

/// `navctl undo`
struct UndoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo this device's last change.",
        discussion: """
            It is a change of its own, and takes back what is left of the last one: what
            others have done since stays. Repeated, it goes further back, up to 100 changes.
            Refreshing a tab and answering a modal can't be taken back: they are passed
            over. 'redo' does it again.

            EXAMPLES:
              navctl pop --to-root; navctl undo
            """)

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        guard let (step, result) = try await session.submitUndo() else {
            throw CommandError(
                message: "nothing to undo: no change of this device is left to take back")
        }
        try UndoReport(.undo, step, result).write(to: output)
    }
}
