internal import ArgumentParser
internal import NavigationClient
internal import NavigationText
internal import UnixSignals

/// `navctl watch`
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follow changes as they are committed.",
        discussion: """
            First the scene as it is, then a line for every change, until SIGINT or SIGTERM.
            It goes on through lost connections and says so; what happened meanwhile is
            caught up on. A change of this device's own traits is a line, too, and its did…
            hooks are run.

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
