internal import ArgumentParser
internal import BarCommands
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import UnixSignals

/// `navctl watch`
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follow changes as they are committed.",
        discussion: """
            Prints the current scene, then a line for each commit, until SIGINT or SIGTERM.
            It reconnects after a lost connection, reports that, and catches up. It also
            prints changes of this device's traits and runs its did… hooks.

            With --since it begins with the commits after a revision instead of the scene.
            With --exec it runs a command by the shell after each commit, with the commit's
            JSON on its standard input and NAVSYNC_REVISION in its environment.

            In JSON each line says what changed, as 'log' has it; with --whole-scene a line
            also has the whole scene at its revision.

            EXAMPLES:
              navctl watch
              navctl watch --since 17
              navctl watch --exec 'jq -r .author >> authors'
              navctl watch --output json | jq -r 'select(.event == "commit") | .author'
              navctl watch --output json --whole-scene | jq -c .scene.selectedTab
            """)

    @Option(help: ArgumentHelp("Begin with the commits after this revision", valueName: "revision"))
    var since: Revision?

    @Option(
        help: ArgumentHelp("Run a command by the shell after each commit", valueName: "command"))
    var exec: String?

    @Flag(help: "Add the whole scene to each line of JSON")
    var wholeScene = false

    @Flag(help: "Hide this device from the user's other devices")
    var hidden = false

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        let delegate = HookDelegate(directory: options.deviceDirectory)
        try await options.follow(delegate: delegate, isHidden: hidden) {
            [since, exec, wholeScene, options] mirror in
            let printer = WatchPrinter(
                WatchFormatter(
                    output: options.results, scenes: wholeScene ? options.platform : nil),
                command: exec.map { WatchHook(command: $0, directory: options.deviceDirectory) })
            let file = StoredTraits.file(in: options.deviceDirectory)
            // Taken before the first output: a reader of a line may change the traits.
            let mark = file.mark
            let traits = Task { try await printer.follow(file, since: mark) }
            defer { traits.cancel() }
            var since = since
            for await update in mirror.updates {
                if let start = since.take() {
                    try await printer.begin(
                        try await mirror.state(at: start),
                        try await CommitLog.read(from: mirror, after: start, .max), update)
                }
                try await printer.write(update, await mirror.takeDeferredOutcomes())
            }
        }
    }
}

extension GlobalOptions {
    /// Runs a body with a mirror that follows the scene, until it returns or a signal ends it.
    func follow(
        delegate: HookDelegate? = nil, isHidden: Bool = false,
        _ body: @Sendable (SceneMirror) async throws -> Void
    ) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        var configuration = configuration
        configuration.isHidden = isHidden
        let client = try await NavigationClient(configuration)
        if let loss = client.loss { Console.print("\(loss)") }
        let stop = Task {
            for await _ in signals { break }
            await client.close()
        }
        defer { stop.cancel() }
        try await client.closing { client in
            let mirror = try await client.mirror(of: scene, delegate: delegate)
            _ = await mirror.waitUntilReady(within: timeout.duration)
            if let problem = await mirror.current.error, problem.code == .otherStore {
                Console.print("\(problem.words)")
            }
            try await body(mirror)
        }
    }
}

/// The command that a watch runs after each commit.
struct WatchHook: Sendable {
    /// The command, for the shell.
    let command: String
    /// The directory of the device.
    let directory: String

    /// Runs the command with a commit's JSON on its standard input; prints its output, and how it
    /// ended unless it succeeded.
    func run(_ revision: Revision, _ event: String) async {
        let run = await HookRun.run(
            ["/bin/sh", "-c", command], input: Array(event.utf8) + [0x0a],
            variables: ["NAVSYNC_DEVICE=\(directory)", "NAVSYNC_REVISION=\(revision)"])
        for line in run.words.split(separator: "\n") {
            Console.print("#\(revision): \(String(line).label())")
        }
        if let failure = run.failure { Console.print("#\(revision): the command \(failure)") }
    }
}

/// The serial printer of a watch command's output, which keeps each line whole.
actor WatchPrinter {
    private var formatter: WatchFormatter
    private let command: WatchHook?

    init(_ formatter: WatchFormatter, command: WatchHook?) {
        self.formatter = formatter
        self.command = command
    }

    /// Prints the commits of a log that follow on a past state, up to the mirror's.
    func begin(_ past: PastScene, _ log: CommitLog, _ update: MirrorUpdate) async throws {
        formatter.begin(with: past)
        try await write(log.commits.filter { $0.revision <= update.revision }, past.epoch)
    }

    /// Prints an update, and the outcomes of queued changes.
    func write(_ update: MirrorUpdate, _ late: DeferredOutcomes) async throws {
        if !update.isReset { try await write(update.commits, update.epoch) }
        try formatter.write(update)
        DeferredOutcomeText.show(late, formatter.authors)
    }

    /// Prints commits one after the other, each with the command that is to run after it.
    private func write(_ commits: [Commit], _ epoch: Epoch) async throws {
        for commit in commits {
            let event = formatter.event(of: commit, epoch)
            try formatter.write(commit, event)
            guard let command else { continue }
            let text = try JSON(encoding: event).text
            await command.run(commit.revision, text)
        }
    }

    /// Prints the traits whenever their file differs from version `mark`, until the task is
    /// cancelled.
    func follow(
        _ file: DeviceFile<StoredTraits>, since mark: DeviceFile<StoredTraits>.FileVersion?
    ) async throws {
        var mark = mark
        while !Task.isCancelled {
            try await Task.sleep(for: Self.interval)
            let newest = file.mark
            guard newest != mark else { continue }
            mark = newest
            do {
                try formatter.write(try file.read())
            } catch let error as CommandError {
                Console.print(error.message)
            }
        }
    }

    /// The interval of polling the file: short for people, long for the machine.
    private static let interval = Duration.milliseconds(200)
}

/// `navctl wait`
struct WaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until the mirror has reached a revision.",
        discussion: """
            EXAMPLES:
              navctl wait --revision 17 --timeout 30s
            """)

    @Option(help: ArgumentHelp("The revision to wait for", valueName: "revision"))
    var revision: Revision

    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    mutating func run() async throws {
        let client = try await NavigationClient(options.configuration)
        let deadline = Task { [options] in
            try await Task.sleep(for: options.timeout.duration)
            await client.close()
        }
        defer { deadline.cancel() }
        var last: MirrorUpdate?
        for await update in try await client.mirror(of: options.scene).updates {
            last = update
            if update.revision >= revision { break }
        }
        await client.close()
        guard let last, last.revision >= revision else { throw timeoutError(last) }
        switch options.output {
        case .json:
            try options.results.write(object: MirrorJSON(last, on: options.platform))
        case .text: try options.results.write(text: "revision \(last.revision)\n")
        }
    }

    private func timeoutError(_ last: MirrorUpdate?) -> any Error {
        if let problem = last?.error { return problem }
        let reached = last?.revision ?? .zero
        return CommandError(
            message: "timed out after \(options.timeout) waiting for revision \(revision): "
                + "the mirror is at revision \(reached)",
            advice: "increase --timeout")
    }
}
