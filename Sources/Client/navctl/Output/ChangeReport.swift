internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// The outcome of a command's change: for people, for programs, and as the exit status.
struct ChangeReport {
    private let operations: [Operation]
    private let outcomes: [Outcome]?
    private let revision: Revision?
    private let sequence: UInt64?
    /// The reason why the daemon has not received it yet.
    private let blockingError: NavigationClientError?
    private let authors: Authors

    /// - Parameter authors: of the commits that explain the outcomes.
    init(_ result: CommandResult, _ authors: Authors = Authors()) {
        self.authors = authors
        switch result {
        case .settled(let change, let receipt):
            operations = change.operations
            outcomes = receipt.outcomes
            revision = receipt.revision
            sequence = change.sequence.rawValue
            blockingError = nil
        case .unchanged(let view, let reason):
            operations = []
            outcomes = []
            revision = view.revision
            sequence = nil
            blockingError = reason
        case .waiting(let change, let reason):
            operations = change.operations
            outcomes = nil
            revision = nil
            sequence = change.sequence.rawValue
            blockingError = reason
        }
    }

    private var outcome: Outcome? { outcomes?.mostSevere }

    /// The screens that were popped, or will be once the daemon is reached; bottom to top.
    var popped: [ScreenID] {
        guard outcome.map({ $0.kind == .applied }) ?? true else { return [] }
        return operations.flatMap { operation -> [ScreenID] in
            (operation.payload as? PopOperation)?.screens.names.map(\.id) ?? []
        }
    }

    /// The stacks from which more was popped than an operation names.
    var stacksPoppedUnnamed: [StackID] {
        operations.compactMap { operation in
            guard let pop = operation.payload as? PopOperation, case .spans = pop.screens else {
                return nil
            }
            return pop.stack
        }
    }

    /// Writes the report, then throws the status if it is not a success.
    func write(to output: Output) throws {
        switch output.format {
        case .json: try output.write(object)
        case .text: for line in lines { try output.write(line) }
        }
        try complete()
    }

    /// Prints the blocking error, and throws the status, if it is not a success.
    func complete() throws {
        if let blockingError {
            Console.print("\(blockingError.words)")
            throw status(despite: blockingError)
        }
        if outcome?.kind == .rejected {
            let why = outcome.map { OutcomeText.refusal($0, of: operations, authors) }
            Console.print("refused: \(why ?? .empty)")
            throw ExitStatus.failed
        }
    }

    /// Returns the status for a blocking error: ``ExitStatus/unreachable`` for a queued change,
    /// ``ExitStatus/failed`` for one that was not made; the error's own status if permission is
    /// denied, or a person has to repair the daemon first.
    private func status(despite blockingError: NavigationClientError) -> ExitStatus {
        let status = ExitStatus(blockingError)
        if status == .notPermitted || blockingError.code == .damaged { return status }
        return outcomes == nil ? .unreachable : .failed
    }

    /// `outcome`, `revision`, `by`, `reason`, `operations`, `sequence`, `screen`, `modal`.
    var object: JSON { .object(members) }

    /// The members of ``object``.
    var members: [String: JSON] {
        var members: [String: JSON] = [
            "outcome": .string("waiting"), "by": .null, "reason": .null,
            "revision": .init(revision), "sequence": sequence.map { JSON($0) } ?? .null,
            "screen": JSON(operations.lazy.compactMap(\.pushedScreen).first?.rawValue),
            "modal": JSON(operations.lazy.compactMap(\.presentedModal).first?.rawValue),
            "operations": OperationJSON.values(of: operations, outcomes),
        ]
        if let outcome { members.merge(OutcomeJSON.members(of: outcome)) { _, new in new } }
        return members
    }

    /// The operations, and their outcomes.
    var lines: [StyledLine] {
        if operations.isEmpty { return [StyledLine("nothing to change")] }
        guard let outcome else {
            return [StyledLine("waiting: kept in the outbox: \(words)")]
        }
        let note: TerminalText = revision.map { " (revision \($0))" } ?? .empty
        switch outcome.kind {
        case .rejected: return []
        case .applied: return steps(note)
        case .noop:
            return [StyledLine(OutcomeText.words(outcome, of: operations, authors) ?? .empty)]
        case .superseded, .hidden, .unknown:
            let result = OutcomeText.words(outcome, of: operations, authors) ?? .empty
            return [StyledLine(result + note)]
        }
    }

    private func steps(_ note: TerminalText) -> [StyledLine] {
        guard operations.count > 4 else { return [StyledLine(words + note)] }
        return operations.map { StyledLine("  " + $0.text) }
            + [StyledLine("\(operations.count) steps\(note)")]
    }

    /// The operations in words, with the id of a new screen, for later commands.
    private var words: TerminalText {
        operations.map { operation in
            let screen: TerminalText = operation.pushedScreen.map { " as \($0.label)" } ?? .empty
            return operation.text + screen
        }.joined(separator: ", ")
    }
}
