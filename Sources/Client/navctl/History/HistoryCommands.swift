internal import ArgumentParser
internal import BarCommands
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl show`
struct ShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the scene: tabs, stacks and selection.",
        discussion: """
            While the daemon is unreachable it shows this device's mirror with its pending
            changes.

            EXAMPLES:
              navctl show
              navctl show --output json | jq -r .scene.selectedTab
              navctl show --at 17
            """)

    @Option(
        help: ArgumentHelp(
            "The revision to show, as far back as the daemon's log reaches",
            valueName: "revision"))
    var at: Revision?

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        if let at { return try await show(at, in: session, output) }
        let (view, blockingError) = await session.fetchScene()
        switch output.format {
        case .json: try output.write(object: MirrorJSON(view, on: options.platform))
        case .text:
            let key = SceneKey(user: session.key.user, scene: options.scene)
            for line in SceneText.lines(of: view, key) { try output.write(line) }
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }

    private func show(
        _ revision: Revision, in session: SceneMirror, _ output: Output
    ) async throws {
        let past = try await session.state(at: revision)
        switch output.format {
        case .json: try output.write(object: PastSceneJSON(past, on: options.platform))
        case .text:
            let key = SceneKey(user: session.key.user, scene: options.scene)
            for line in SceneText.lines(of: past, key) { try output.write(line) }
        }
    }
}

/// `navctl log`
struct LogCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show the commit log.",
        discussion: """
            Prints commits oldest first; without --after, the newest ones.

            EXAMPLES:
              navctl log --limit 5
              navctl log --after 0 --limit 1000 --output json
            """)

    @Option(help: ArgumentHelp("Print the commits after this revision", valueName: "revision"))
    var after: Revision?

    @Option(help: ArgumentHelp("The maximum number of commits", valueName: "count"))
    var limit = 20

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard limit > 0, limit <= 1_000_000 else {
            throw ValidationError("--limit must be a number from 1 to 1000000")
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
            try output.write(
                object: LogJSON(
                    epoch: head.epoch.description, revision: head.revision.rawValue,
                    hasMore: hasMore, retained: oldestRevision?.rawValue,
                    commits: commits.map(CommitJSON.init)))
        case .text:
            var authors = Authors(await session.authors(of: explanations(of: commits)))
            authors.note(commits)
            if let oldestRevision, start < oldestRevision {
                Console.print("the log begins at revision \(oldestRevision)")
            }
            for commit in commits { try output.write(CommitText.logLine(commit, authors)) }
            if commits.isEmpty {
                Console.print(
                    "no commits after revision \(max(reached, oldestRevision ?? .zero))")
            }
        }
    }

    /// Returns the revisions that explain the outcomes of these commits and are not among them.
    private func explanations(of commits: [Commit]) -> Set<Revision> {
        commits.map(\.outcome).explanations.subtracting(commits.map(\.revision))
    }
}

/// The log as JSON.
private struct LogJSON: Encodable {
    let epoch: String
    let revision: UInt64
    let hasMore: Bool
    let retained: UInt64?
    let commits: [CommitJSON]
}

/// `navctl explain`
struct ExplainCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a commit and what it superseded.",
        discussion: """
            Works as far back as the daemon's log reaches.

            EXAMPLES:
              navctl explain 41
              navctl explain 41 --output json | jq .overwrote
            """)

    @Argument(help: ArgumentHelp("The revision to explain", valueName: "revision"))
    var revision: Revision

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard revision > .zero else {
            throw ValidationError("revision 0 is the empty scene: name a revision from 1")
        }
    }

    func run(in session: SceneMirror, _ output: Output) async throws {
        let before = revision.previous
        let state = try await session.state(at: before).state
        guard let commit = try await session.commit(revision) else {
            throw NavigationClientError(
                .refused, "no revision \(revision) yet: see 'navctl log'")
        }
        let explanation = Explanation(of: commit, after: state)
        let authors = Authors(await session.authors(of: explanation.revisions))
        switch output.format {
        case .json: try output.write(object: explanation.object(authors))
        case .text: for line in explanation.lines(authors) { try output.write(line) }
        }
    }
}

/// `navctl diff`
struct DiffCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what changed between two revisions.",
        discussion: """
            Works as far back as the daemon's log reaches.

            EXAMPLES:
              navctl diff 17 23
              navctl diff 17 23 --output json | jq '.differences[].kind'
            """)

    @Argument(help: ArgumentHelp("The base revision", valueName: "from"))
    var from: Revision

    @Argument(help: ArgumentHelp("The revision to compare it with", valueName: "to"))
    var to: Revision

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        let former = try await session.state(at: from)
        let later = try await session.state(at: to)
        let differences = former.scene.differences(to: later.scene)
        switch output.format {
        case .json:
            try output.write(
                object: DiffJSON(
                    epoch: later.epoch.description, from: from.rawValue, to: to.rawValue,
                    differences: differences.map(DifferenceJSON.init)))
        case .text:
            for line in DifferenceText.lines(of: differences) { try output.write(line) }
            if differences.isEmpty { try output.write(StyledLine("no differences", .dim)) }
        }
    }
}

/// The differences between two revisions as JSON.
private struct DiffJSON: Encodable {
    let epoch: String
    let from: UInt64
    let to: UInt64
    let differences: [DifferenceJSON]
}
