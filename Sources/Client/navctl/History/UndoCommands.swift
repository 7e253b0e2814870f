internal import ArgumentParser
internal import CommandLine
internal import DeviceStore
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl undo`
struct UndoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo this device's last change.",
        discussion: """
            An undo is a new change that reverts what is left of the last one; later
            changes of other devices stay. Repeat it to go further back, up to 100 changes.
            Tab refreshes and modal answers can't be undone and are skipped. 'redo' reverts
            an undo.

            EXAMPLES:
              navctl pop --to-root; navctl undo
            """)

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        guard let (step, result) = try await session.submitUndo() else {
            throw CommandError(
                message: "nothing to undo: this device has no change left to undo")
        }
        try UndoReport(.undo, step, result).write(to: output)
    }
}

/// `navctl redo`
struct RedoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone change.",
        discussion: """
            A new change of this device clears the redo history.

            EXAMPLES:
              navctl undo; navctl redo
            """)

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        guard let (step, result) = try await session.submitRedo() else {
            throw CommandError(
                message: "nothing to redo: nothing was undone since this device's last change")
        }
        try UndoReport(.redo, step, result).write(to: output)
    }
}

/// The outcome of a step of undo or redo.
struct UndoReport {
    /// The direction of the step.
    enum Direction: String {
        /// An undone change.
        case undo
        /// A change that is done again.
        case redo
    }

    private let direction: Direction
    private let step: UndoResult
    private let change: ChangeReport

    init(_ direction: Direction, _ step: UndoResult, _ result: CommandResult) {
        self.direction = direction
        self.step = step
        change = ChangeReport(result)
    }

    /// Writes the report, then throws the error if it is not a success.
    func write(to output: Output) throws {
        for operations in step.skipped {
            Console.print(
                "skipped, can't be undone: \(OperationText.words(operations))")
        }
        guard !step.operations.isEmpty else {
            throw CommandError(message: "nothing else to \(direction.rawValue)")
        }
        switch output.format {
        case .json:
            try output.write(object: object)
            try change.complete()
        case .text:
            if let headline { try output.write(headline) }
            if step.change != nil { try change.write(to: output) }
        }
    }

    /// For programs: the change's report, and the step.
    private var object: some Encodable {
        Joined(
            change.object,
            UndoJSON(
                takenBack: OperationJSON.values(of: step.operations, nil),
                skipped: step.skipped.map { OperationJSON.values(of: $0, nil) },
                nothingLeft: step.change == nil))
    }

    /// The change that was undone; a redone one is in the change's own report.
    private var headline: StyledLine? {
        let words = OperationText.words(step.operations)
        guard step.change != nil else { return StyledLine("already reverted: \(words)") }
        return direction == .undo ? StyledLine("undid: \(words)", .dim) : nil
    }
}

/// A step of undo or redo as JSON, beside the change's report.
private struct UndoJSON: Encodable {
    let takenBack: JSON
    let skipped: [JSON]
    let nothingLeft: Bool
}
