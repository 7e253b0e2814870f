internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl shelf retry`
struct ShelfRetryCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Resubmit refused changes.",
        discussion: """
            Each becomes a new change, in the order in which they were made, and leaves the
            shelf; it insists on no revision any more. What makes no sense in the scene
            stays there.

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
        if left.isEmpty { Console.print("nothing is on the shelf") }
        var retried: [JSON] = []
        var failures: [(id: ChangeID, error: NavigationClientError)] = []
        var status: ExitStatus?
        // A change that is invalid now may build on one behind it.
        repeat {
            let before = left.count
            failures = []
            for id in left {
                do {
                    let report = ChangeReport(try await session.submitRetry(of: id))
                    retried.append(
                        .object(report.members.merging(["id": JSON(id.rawValue)]) { $1 }))
                    if output.format == .text {
                        for line in report.lines { try output.write(line) }
                    }
                    do { try report.complete() } catch let failure as ExitStatus {
                        status = failure
                    }
                } catch let error as NavigationClientError {
                    failures.append((id, error))
                }
            }
            left = failures.map(\.id)
            if left.count == before { break }
        } while !left.isEmpty
        if output.format == .json { try output.write(["retried": .array(retried)]) }
        for (id, error) in failures {
            Console.print("\(id) stays on the shelf: \(error.words)")
        }
        if let failure = failures.first?.error { throw ExitStatus(failure) }
        if let status { throw status }
    }
}
