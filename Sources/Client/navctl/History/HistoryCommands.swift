internal import ArgumentParser
internal import BarCommands
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl show`
struct ShowCommand: SessionCommand, WordsReadable {
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
            """,
        aliases: ["get"])

    @Option(
        help: ArgumentHelp(
            "The revision to show, as far back as the daemon's log reaches",
            valueName: "revision"))
    var at: Revision?

    @OptionGroup var options: GlobalOptions

    /// Creates the command for the parser.
    init() {}

    init(_ words: inout CommandWords) throws {
        at = try words.option("--at")
        options = try words.group()
    }

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
            Prints commits oldest first; without --after, the newest ones. With --follow it
            goes on with each commit as it happens, as JSON one object a line.

            EXAMPLES:
              navctl log -n 5
              navctl log --author phone --since 2h
              navctl log --tab inbox --follow
              navctl log --after 0 --limit 1000 --output json
            """)

    @Option(help: ArgumentHelp("Print the commits after this revision", valueName: "revision"))
    var after: Revision?

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("The maximum number of commits", valueName: "count"))
    var limit = 20

    @OptionGroup var filter: CommitFilter

    @Flag(name: [.short, .long], help: "Go on with each commit as it happens")
    var follow = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard limit > 0, limit <= 1_000_000 else {
            throw ValidationError("--limit must be a number from 1 to 1000000")
        }
    }

    mutating func run() async throws {
        guard follow else {
            return try await withSession { try await run(in: $0, options.results) }
        }
        try await options.follow { [self] mirror in try await follow(mirror, options.results) }
    }

    /// Prints the log, and each commit after it as it happens.
    private func follow(_ mirror: SceneMirror, _ output: Output) async throws {
        var updates = mirror.updates.makeAsyncIterator()
        let log = try await readLog(of: mirror)
        var authors = Authors(await mirror.authors(of: explanations(of: log.commits)))
        await authors.noteDevices(namedIn: log.commits, of: mirror.client)
        try write(log.commits, &authors, to: output)
        var reached = (log.hasMore ? log.commits.last?.revision : nil) ?? log.head.revision
        while let update = await updates.next() {
            if update.isReset, update.revision < reached { reached = update.revision }
            guard update.revision > reached else { continue }
            let isKnown = update.commits.first.map { $0.revision <= reached.next } ?? false
            let commits =
                isKnown
                ? update.commits
                : try await CommitLog.read(from: mirror, after: reached, .max, filter).commits
            let new = commits.filter { $0.revision > reached && filter.contains($0) }
            await authors.noteDevices(namedIn: new, of: mirror.client)
            try write(new, &authors, to: output)
            reached = max(update.revision, new.last?.revision ?? .zero)
        }
    }

    private func write(
        _ commits: [Commit], _ authors: inout Authors, to output: Output
    ) throws {
        authors.note(commits)
        for commit in commits {
            switch output.format {
            case .json: try output.write(object: CommitJSON(commit))
            case .text: try output.write(CommitText.logLine(commit, authors))
            }
        }
    }

    func run(in session: SceneMirror, _ output: Output) async throws {
        let log = try await readLog(of: session)
        let commits = log.commits
        switch output.format {
        case .json:
            try output.write(
                object: LogJSON(
                    epoch: log.head.epoch.description, revision: log.head.revision.rawValue,
                    hasMore: log.hasMore, retained: log.oldestRevision?.rawValue,
                    commits: commits.map(CommitJSON.init)))
        case .text:
            var authors = Authors(await session.authors(of: explanations(of: commits)))
            authors.note(commits)
            await authors.noteDevices(namedIn: commits, of: session.client)
            if let oldest = log.oldestRevision, log.start < oldest {
                Console.print("the log begins at revision \(oldest)")
            }
            for commit in commits { try output.write(CommitText.logLine(commit, authors)) }
            if commits.isEmpty {
                let start = max(log.start, log.oldestRevision ?? .zero)
                Console.print(
                    filter.isEmpty
                        ? "no commits after revision \(start)"
                        : "no such commits after revision \(start)")
            }
        }
    }

    /// Reads the commits to print.
    private func readLog(of session: SceneMirror) async throws -> CommitLog {
        if let after {
            return try await CommitLog.read(from: session, after: after, limit, filter)
        }
        return try await CommitLog.readNewest(limit, from: session, filter)
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
            throw CommandError(
                message: "no revision \(revision) yet", advice: "see 'navctl log'", code: .refused)
        }
        let explanation = Explanation(of: commit, after: state)
        let authors = Authors(await session.authors(of: explanation.revisions))
        switch output.format {
        case .json: try output.write(object: explanation.object(authors))
        case .text: for line in explanation.lines(authors) { try output.write(line) }
        }
    }
}
