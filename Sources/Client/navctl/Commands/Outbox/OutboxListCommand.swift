internal import ArgumentParser
internal import NavigationClient
internal import NavigationText
internal import NavigationWire

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
            try output.write([
                "waiting": .array(waiting.map(LocalChangeJSON.value)),
                "problem": JSON(blockingError?.words),
            ])
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
