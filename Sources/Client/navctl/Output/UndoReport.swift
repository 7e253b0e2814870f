internal import DeviceStore
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

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
            try output.write(object)
            try change.complete()
        case .text:
            if let headline { try output.write(headline) }
            if step.change != nil { try change.write(to: output) }
        }
    }

    /// The members of the change's report, and `takenBack`, `skipped`, `nothingLeft`.
    private var object: JSON {
        var members = change.members
        members["takenBack"] = OperationJSON.values(of: step.operations, nil)
        members["skipped"] = .array(
            step.skipped.map { OperationJSON.values(of: $0, nil) })
        members["nothingLeft"] = .bool(step.change == nil)
        return .object(members)
    }

    /// The change that was undone; a redone one is in the change's own report.
    private var headline: StyledLine? {
        let words = OperationText.words(step.operations)
        guard step.change != nil else { return StyledLine("nothing is left of it: \(words)") }
        return direction == .undo ? StyledLine("took back: \(words)", .dim) : nil
    }
}
