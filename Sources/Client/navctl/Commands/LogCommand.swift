internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl log`
struct LogCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show the commit log.",
        discussion: """
            Without --after it prints the newest changes. Oldest first.

            EXAMPLES:
              navctl log --limit 5
              navctl log --after 0 --limit 1000 --output json
            """)

    @Option(help: ArgumentHelp("Print what came after this revision.", valueName: "revision"))
    var after: Revision?

    @Option(help: ArgumentHelp("Print at most this many changes.", valueName: "count"))
    var limit = 20

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard limit > 0, limit <= 1_000_000 else {
            throw ValidationError("--limit is a number from 1 to 1000000")
        }
    }

    func run(in session: SceneMirror, _ output: Output) async throws {
        let head = try await session.status().head
        let newest = head.revision.rawValue - min(head.revision.rawValue, UInt64(limit))
        let start = after ?? Revision(rawValue: newest)
        var reached = start
        var commits: [Commit] = []
        var hasMore = true
        var oldestRevision: Revision?
        while hasMore, commits.count < limit {
            let page = try await session.history(
                after: reached, limit: min(limit - commits.count, WireLimits.historyPage))
            commits += page.commits
            hasMore = page.hasMore
            oldestRevision = page.oldestRevision
            guard let last = page.commits.last else { break }
            reached = last.revision
        }
        switch output.format {
        case .json:
            try output.write([
                "epoch": .string(head.epoch.description), "revision": .init(head.revision),
                "hasMore": .bool(hasMore), "retained": .init(oldestRevision),
                "commits": .array(commits.map { .object(CommitJSON.members(of: $0)) }),
            ])
        case .text:
            var authors = Authors(await session.authors(of: explanations(of: commits)))
            authors.note(commits)
            if let oldestRevision, start < oldestRevision {
                Console.print("the history begins at revision \(oldestRevision)")
            }
            for commit in commits { try output.write(CommitText.logLine(commit, authors)) }
            if commits.isEmpty {
                Console.print(
                    "nothing happened after revision \(max(reached, oldestRevision ?? .zero))")
            }
        }
    }

    /// Returns the revisions that explain the outcomes of these commits and are not among them.
    private func explanations(of commits: [Commit]) -> Set<Revision> {
        commits.map(\.outcome).explanations.subtracting(commits.map(\.revision))
    }
}
