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
            These commands hand nothing over; any other that reaches the daemon does. The
            outbox holds at most 10000 changes of a scene.
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
            """)

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
                Console.print("nothing waits")
            } else {
                let isViewer = await session.role == .viewer
                Console.print(
                    blockingError.map { "\($0.words)" }
                        ?? (isViewer
                            ? "this device is a viewer: they wait until it may change things again"
                            : "the daemon is there: the next command hands them over, as "
                                + "'navctl show'"))
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
            Only what was never handed over can be dropped: of the rest, the daemon alone
            can tell whether it was taken. Changes behind a dropped one stay, in their
            order; one that builds on it may be refused, and goes to the shelf then.

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
            try output.write(object: [
                "dropped": dropped.map(\.rawValue),
                "kept": results.filter { $0.1 != .dropped }.map(\.0.rawValue),
            ])
        case .text:
            try output.write(text: "dropped \(dropped.count)\n")
        }
        for (id, result) in results.reversed() {
            switch result {
            case .dropped: continue
            case .submitted:
                Console.print(
                    "\(id) stays: it may have been handed over already; 'navctl show' asks the "
                        + "daemon what became of it, and 'navctl undo' takes it back")
            case .notWaiting:
                Console.print("\(id) does not wait: 'navctl outbox list' lists what does")
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
