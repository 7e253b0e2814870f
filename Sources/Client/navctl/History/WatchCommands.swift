internal import ArgumentParser
internal import BarCommands
internal import CommandLine
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

            EXAMPLES:
              navctl watch
              navctl watch --output json | jq -r 'select(.event == "commit") | .author'
            """)

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let client = try await NavigationClient(options.configuration)
        if let loss = client.loss { Console.print("\(loss)") }
        let stop = Task {
            for await _ in signals { break }
            await client.close()
        }
        defer { stop.cancel() }
        try await client.closing { client in
            let mirror = try await client.mirror(
                of: options.scene, delegate: HookDelegate(directory: options.deviceDirectory))
            _ = await mirror.waitUntilReady(within: options.timeout.duration)
            if let problem = await mirror.current.error, problem.code == .otherStore {
                Console.print("\(problem.words)")
            }
            let desk = WatchPrinter(
                WatchFormatter(output: options.results, platform: options.platform))
            let file = StoredTraits.file(in: options.deviceDirectory)
            // Taken before the first output: a reader of a line may change the traits.
            let mark = file.mark
            let traits = Task { try await desk.follow(file, since: mark) }
            defer { traits.cancel() }
            for await update in mirror.updates {
                try await desk.write(update, await mirror.takeDeferredOutcomes())
            }
        }
    }
}

/// The serial printer of a watch command's output, which keeps each line whole.
actor WatchPrinter {
    private var journal: WatchFormatter

    init(_ journal: WatchFormatter) {
        self.journal = journal
    }

    /// Prints an update, and the outcomes of queued changes.
    func write(_ update: MirrorUpdate, _ late: DeferredOutcomes) throws {
        try journal.write(update)
        DeferredOutcomeText.show(late, journal.authors)
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
                try journal.write(try file.read())
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
                + "the mirror is at revision \(reached)")
    }
}
