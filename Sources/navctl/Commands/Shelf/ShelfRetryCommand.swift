internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel

/// `navctl shelf retry`
struct ShelfRetryCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Wish the same anew, in the scene as it is now.",
        discussion: """
            Each becomes a new change, in the order in which they were made, and leaves the shelf.
            What makes no sense in the scene any more stays on the shelf.

            EXAMPLES:
              navctl shelf retry 17
              navctl shelf retry --all
            """)

    @OptionGroup var selection: KeptSelection
    @OptionGroup var options: GlobalOptions

    func run(in session: OneShotSession, _ output: Output) async throws {
        let ids =
            selection.all ? try await session.shelf.changes.map(\.id) : selection.ids.sorted()
        var reports: [(id: ChangeID, report: ChangeReport)] = []
        var failure: (any Error)?
        for id in ids {
            do {
                let report = ChangeReport(try await session.retry(id))
                reports.append((id, report))
                if output.format == .text {
                    for line in report.lines { try output.write(line) }
                }
                try report.complete()
            } catch let error as NavigationClientError {
                Diagnostics.print("\(id) stays on the shelf: \(error.message)")
                failure = ExitStatus(error)
            } catch let status as ExitStatus {
                failure = status
            }
        }
        if output.format == .json {
            try output.write([
                "retried": .array(
                    reports.map { id, report in
                        .object(
                            report.members.merging(["id": JSON(id.rawValue)]) { $1 })
                    })
            ])
        } else if ids.isEmpty {
            Diagnostics.print("nothing is on the shelf")
        }
        if let failure { throw failure }
    }
}
