internal import ArgumentParser
internal import NavigationClient
internal import NavigationText

/// `navctl shelf list`
struct ShelfListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List refused changes and their reasons.",
        discussion: """
            Needs no daemon.

            EXAMPLES:
              navctl shelf list
              navctl shelf list --output json | jq '.shelf[].id'
            """)

    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func run(in session: SceneMirror, _ output: Output) async throws {
        let shelf = try await session.shelf
        switch output.format {
        case .json:
            try output.write([
                "shelf": .array(shelf.changes.map(LocalChangeJSON.value)),
                "overflowed": JSON(shelf.overflowed),
            ])
        case .text:
            if shelf.changes.isEmpty { Console.print("nothing is on the shelf") }
            for change in shelf.changes {
                for line in LocalChangeText.lines(of: change) { try output.write(line) }
            }
            if shelf.overflowed > 0 {
                Console.print("\(shelf.overflowed) older changes had to leave: it was full")
            }
        }
    }

    var mentionsShelf: Bool { false }
    var flushesOutbox: Bool { false }
}
