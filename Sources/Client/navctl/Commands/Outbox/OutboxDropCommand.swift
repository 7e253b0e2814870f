internal import ArgumentParser
internal import NavigationClient
internal import NavigationText

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
            try output.write([
                "dropped": .array(dropped.map { JSON($0.rawValue) }),
                "kept": .array(
                    results.filter { $0.1 != .dropped }.map { JSON($0.0.rawValue) }),
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
