internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationText
internal import NavigationWire

/// `navctl outbox`
struct OutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List or discard unsubmitted changes.",
        discussion: """
            These commands submit nothing; any other command that connects to the daemon
            flushes the outbox. The outbox holds at most 10000 changes per scene.
            """,
        subcommands: [OutboxListCommand.self, OutboxDropCommand.self],
        defaultSubcommand: OutboxListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl outbox list`
struct OutboxListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List unsubmitted changes in order.",
        discussion: """
            EXAMPLES:
              navctl outbox list
              navctl outbox list --output json | jq '.waiting | length'
            """,
        aliases: ["ls"])

    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func run(in session: SceneMirror, _ output: Output) async throws {
        let waiting = try await session.waiting
        let blockingError = waiting.isEmpty ? nil : await session.blockingError
        switch output.format {
        case .json:
            try output.write(
                object: OutboxJSON(
                    waiting: waiting.map(LocalChangeJSON.init), problem: blockingError?.words))
        case .text:
            for change in waiting {
                for line in LocalChangeText.lines(of: change) { try output.write(line) }
            }
            if waiting.isEmpty {
                Console.print("no pending changes")
            } else {
                let isViewer = await session.role == .viewer
                Console.print(
                    blockingError.map { "\($0.words)" }
                        ?? (isViewer
                            ? "this device is a viewer: changes stay pending until its role is full"
                            : "the daemon is reachable: the next command submits them, for "
                                + "example 'navctl show'"))
            }
        }
    }

    var flushesOutbox: Bool { false }
}

/// `navctl outbox drop`
struct OutboxDropCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Discard unsubmitted changes.",
        discussion: """
            Only changes that were never submitted can be dropped: of the others, only the
            daemon knows the outcome. Later changes stay, in order; one that depends on a
            dropped change may be refused and moved to the shelf.

            EXAMPLES:
              navctl outbox drop 17
              navctl outbox drop --all
            """)

    @OptionGroup var selection: LocalChangeSelection
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func run(in session: SceneMirror, _ output: Output) async throws {
        // From the end, so that changes that build on others are dropped before them.
        let ids = selection.all ? try await session.waiting.map(\.id) : selection.ids
        let results = try await session.drop(ids.sorted(by: >))
        let dropped = results.filter { $0.1 == .dropped }.map(\.0).sorted()
        switch output.format {
        case .json:
            try output.write(
                object: DroppedChangesJSON(
                    dropped: dropped.map(\.rawValue),
                    kept: results.filter { $0.1 != .dropped }.map(\.0.rawValue)))
        case .text:
            try output.write(text: "dropped \(dropped.count)\n")
        }
        for (id, result) in results.reversed() {
            switch result {
            case .dropped: continue
            case .submitted:
                Console.print(
                    "\(id) not dropped: it may have been submitted already; 'navctl show' fetches "
                        + "its outcome, 'navctl undo' undoes it")
            case .notWaiting:
                Console.print("no pending change \(id): see 'navctl outbox list'")
            }
        }
        if dropped.count < results.count { throw ExitStatus.failed }
    }

    var flushesOutbox: Bool { false }
}

/// The outbox as JSON.
private struct OutboxJSON: Encodable {
    let waiting: [LocalChangeJSON]
    let problem: String?
}

/// The changes that were discarded, and those that could not be, as JSON.
private struct DroppedChangesJSON: Encodable {
    let dropped: [Int64]
    let kept: [Int64]
}
