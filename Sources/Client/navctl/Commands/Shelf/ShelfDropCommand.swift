internal import ArgumentParser
internal import NavigationClient
internal import NavigationText

/// `navctl shelf drop`
struct ShelfDropCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Discard refused changes.",
        discussion: """
            Needs no daemon.

            EXAMPLES:
              navctl shelf drop 17
              navctl shelf drop --all
            """)

    @OptionGroup var selection: LocalChangeSelection
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func run(in session: SceneMirror, _ output: Output) async throws {
        var count = selection.ids.count
        if selection.all {
            count = try await session.dropAllShelved()
        } else {
            for id in selection.ids { try await session.dropShelved(id) }
        }
        switch output.format {
        case .json: try output.write(["dropped": JSON(count)])
        case .text: try output.write(text: "dropped \(count)\n")
        }
    }

    var mentionsShelf: Bool { false }
    var flushesOutbox: Bool { false }
}
