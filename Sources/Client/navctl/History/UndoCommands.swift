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

    /// Writes the report, then throws the status if it is not a success.
    func write(to output: Output) throws {
        for operations in step.skipped {
            Console.print(
                "can't be taken back, passed over: \(OperationText.words(operations))")
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
        guard step.change != nil else { return StyledLine("nothing is left of it: \(words)") }
        return direction == .undo ? StyledLine("took back: \(words)", .dim) : nil
    }
}

/// A step of undo or redo as JSON, beside the change's report.
private struct UndoJSON: Encodable {
    let takenBack: JSON
    let skipped: [JSON]
    let nothingLeft: Bool
}
