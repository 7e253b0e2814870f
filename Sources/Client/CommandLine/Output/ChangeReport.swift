package import NavigationBars
package import NavigationClient
package import NavigationModel
package import NavigationText
internal import NavigationWire

/// The outcome of a command's change: for people, for programs, and as the exit status.
package struct ChangeReport {
    private let operations: [Operation]
    private let outcomes: [Outcome]?
    private let revision: Revision?
    private let sequence: UInt64?
    /// The reason why the daemon has not received it yet.
    private let blockingError: NavigationClientError?
    private let authors: Authors

    /// - Parameter authors: of the commits that explain the outcomes.
    package init(_ result: CommandResult, _ authors: Authors = Authors()) {
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
    package var popped: [ScreenID] {
        guard outcome.map({ $0.kind == .applied }) ?? true else { return [] }
        return operations.flatMap { operation -> [ScreenID] in
            (operation.payload as? PopOperation)?.screens.names.map(\.id) ?? []
        }
    }

    /// The stacks from which more was popped than an operation names.
    package var stacksPoppedUnnamed: [StackID] {
        operations.compactMap { operation in
            guard let pop = operation.payload as? PopOperation, case .spans = pop.screens else {
                return nil
            }
            return pop.stack
        }
    }

    /// Writes the report, then throws the error if it is not a success.
    package func write(to output: Output) throws {
        switch output.format {
        case .json: try output.write(object: object)
        case .text: for line in lines { try output.write(line) }
        }
        try complete()
    }

    /// Throws the blocking error, or the refusal, if it is not a success.
    package func complete() throws(CommandError) {
        if let blockingError {
            throw CommandError(
                blockingError, status: status(despite: blockingError),
                kept: outcomes == nil ? .outbox : nil)
        }
        if let outcome, outcome.kind == .rejected {
            let refusal = OutcomeText.explained(outcome, operations, authors)
            throw CommandError(
                message: "refused: \(refusal.reason)", advice: refusal.advice, code: .rejected)
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

    /// The report for programs.
    package var object: ChangeJSON {
        ChangeJSON(
            operations, outcomes, revision: revision, sequence: sequence)
    }

    /// The operations, and their outcomes.
    package var lines: [StyledLine] {
        if operations.isEmpty { return [StyledLine("nothing to change")] }
        guard let outcome else {
            return [StyledLine("queued in the outbox: \(words)")]
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
            + [StyledLine("\(operations.count) operations\(note)")]
    }

    /// The operations in words, with the id of a new screen, for later commands.
    private var words: TerminalText {
        operations.map { operation in
            let screen: TerminalText = operation.pushedScreen.map { " as \($0.label)" } ?? .empty
            return operation.text + screen
        }.joined(separator: ", ")
    }
}

/// The authors of commits, as read from the log, and the names of devices.
package struct Authors {
    private var names: [Revision: DeviceName] = [:]
    /// The names of devices, as their commits have them, or the daemon's list.
    package private(set) var devices: [DeviceID: DeviceName] = [:]

    package init(_ names: [Revision: DeviceName] = [:]) {
        self.names = names
    }

    /// Returns `by phone at revision 41`, or `at revision 41` if the author is unknown.
    package func words(for revision: Revision) -> TerminalText {
        (names[revision].map { "by \($0.label) " } ?? .empty) + "at revision \(revision)"
    }

    /// The author of a commit, if known.
    package subscript(revision: Revision) -> DeviceName? { names[revision] }

    /// Adds the authors of commits; drops all but the newest, if there are very many.
    package mutating func note(_ commits: some Swift.Sequence<Commit>) {
        for commit in commits {
            names[commit.revision] = commit.author
            if commit.stamp.device != .daemon, devices.count < Self.limit {
                devices[commit.stamp.device] = commit.author
            }
        }
        guard names.count > Self.limit, let newest = names.keys.max() else { return }
        names = names.filter { newest.rawValue - $0.key.rawValue < UInt64(Self.limit / 2) }
    }

    /// Adds the names of the devices that operations of commits name, by the daemon's list; without it
    /// they keep those of their commits.
    package mutating func noteDevices(
        namedIn commits: some Swift.Sequence<Commit>, of client: NavigationClient
    ) async {
        guard commits.contains(where: { $0.operations.contains { !$0.namedDevices.isEmpty } }),
            let list = try? await client.administration().devices().devices
        else { return }
        for entry in list { devices[entry.device] = entry.name }
    }

    /// The maximum number of stored authors.
    private static let limit = 8_192
}

extension Swift.Sequence<Outcome> {
    /// The revisions that explain the outcomes.
    package var explanations: Set<Revision> { Set(compactMap(\.by)) }
}
