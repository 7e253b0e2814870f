internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl shelf`
struct ShelfCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shelf",
        abstract: "List, retry or discard refused changes.",
        discussion: """
            Changes of this device that the daemon refuses stay on the shelf until they are
            retried or dropped. The shelf holds the newest 1000 changes per scene and
            counts those it discarded.
            """,
        subcommands: [ShelfListCommand.self, ShelfRetryCommand.self, ShelfDropCommand.self],
        defaultSubcommand: ShelfListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl shelf list`
struct ShelfListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List refused changes and their reasons.",
        discussion: """
            Works without the daemon.

            EXAMPLES:
              navctl shelf list
              navctl shelf list --output json | jq '.shelf[].id'
            """,
        aliases: ["ls"])

    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func run(in session: SceneMirror, _ output: Output) async throws {
        let shelf = try await session.shelf
        switch output.format {
        case .json:
            try output.write(
                object: ShelfJSON(
                    shelf.changes.map { LocalChangeJSON($0) }, overflowed: shelf.overflowed))
        case .text:
            if shelf.changes.isEmpty { Console.print("the shelf is empty") }
            for change in shelf.changes {
                for line in LocalChangeText.lines(of: change) { try output.write(line) }
            }
            if shelf.overflowed > 0 {
                Console.print(
                    "\(shelf.overflowed) older changes were discarded: the shelf was full")
            }
        }
    }

    var mentionsShelf: Bool { false }
    var flushesOutbox: Bool { false }
}

/// `navctl shelf retry`
struct ShelfRetryCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Resubmit refused changes.",
        discussion: """
            Each is submitted as a new change, in the original order and without a required
            revision, and leaves the shelf. Changes that are impossible in the current
            scene stay on the shelf.

            EXAMPLES:
              navctl shelf retry 17
              navctl shelf retry --all
            """)

    @OptionGroup var selection: LocalChangeSelection
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func run(in session: SceneMirror, _ output: Output) async throws {
        var left =
            selection.all ? try await session.shelf.changes.map(\.id) : selection.ids.sorted()
        if left.isEmpty { Console.print("the shelf is empty") }
        var retried: [RetriesJSON.Retry] = []
        var failures: [(id: ChangeID, error: NavigationClientError)] = []
        var errors: [CommandError] = []
        // A change that is invalid now may build on one behind it.
        repeat {
            let before = left.count
            failures = []
            for id in left {
                do {
                    let report = ChangeReport(try await session.submitRetry(of: id))
                    retried.append(Joined(report.object, ShelvedIDJSON(id: id.rawValue)))
                    if output.format == .text {
                        for line in report.lines { try output.write(line) }
                    }
                    do { try report.complete() } catch { errors.append(error) }
                } catch let error as NavigationClientError {
                    failures.append((id, error))
                }
            }
            left = failures.map(\.id)
            if left.count == before { break }
        } while !left.isEmpty
        if output.format == .json { try output.write(object: RetriesJSON(retried: retried)) }
        errors += failures.reversed().map { id, error in
            CommandError(
                error, message: "\(id) stays on the shelf: \(error.words)", kept: .shelf)
        }
        for error in errors.dropLast() { Console.print(error.message) }
        if let error = errors.last { throw error }
    }
}

/// `navctl shelf drop`
struct ShelfDropCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Discard refused changes.",
        discussion: """
            Works without the daemon.

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
        case .json: try output.write(object: DroppedCountJSON(dropped: count))
        case .text: try output.write(text: "dropped \(count)\n")
        }
    }

    var mentionsShelf: Bool { false }
    var flushesOutbox: Bool { false }
}

/// Retried changes as JSON.
private struct RetriesJSON: Encodable {
    typealias Retry = Joined<ChangeJSON, ShelvedIDJSON>

    let retried: [Retry]
}

/// The number by which a change was on the shelf, as JSON.
private struct ShelvedIDJSON: Encodable {
    let id: Int64
}

/// The number of discarded changes as JSON.
private struct DroppedCountJSON: Encodable {
    let dropped: Int
}
