internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl status`
struct StatusCommand: SessionCommand, WordsReadable {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the health of daemon and mirror.",
        discussion: """
            A dot, the scene and the daemon (○ without one), then each thing that is wrong,
            with the command that mends it. Each side recomputes its digest from its own
            records. The exit status is 1 if changes can't be made or something was lost.
            With --verbose it goes on with all figures; administrators see the daemon's as
            well: changes, latency, devices, cache, disk and refusals.

            EXAMPLES:
              navctl status
              sudo navctl status --user ann --verbose
              navctl status --output json | jq -r .health
            """)

    @Flag(name: [.customShort("v"), .long], help: "Print all figures")
    var verbose = false

    @OptionGroup var options: GlobalOptions

    /// Creates the command for the parser.
    init() {}

    init(_ words: inout CommandWords) throws {
        let isBrief = words.flag("-v")
        verbose = words.flag("--verbose") || isBrief
        options = try words.group()
    }

    func run(in session: SceneMirror, _ output: Output) async throws {
        var (view, blockingError) = await session.fetchScene()
        var daemon: DaemonStatus?
        if blockingError == nil {
            do {
                daemon = try await session.status()
                // Others change the scene meanwhile: mirror and daemon are to be compared at one
                // revision.
                for _ in 0..<Self.tries where daemon?.head.revision != view.revision {
                    view = await session.refresh()
                    daemon = try await session.status()
                }
            } catch { blockingError = error }
        }
        let report = await StatusReport(
            session: session, stores: (session.store, session.boundStore), scene: options.scene,
            view: view, daemon: daemon,
            access: (await session.role, await session.serverFingerprint),
            limits: await session.limits, problem: blockingError, putOff: await session.putOff,
            shelf: try await session.shelfCount, remembered: try session.client.lostStateCount)
        try report.write(to: output, isVerbose: verbose)
        if let blockingError { throw CommandError(blockingError) }
        if report.hasFailed { throw ExitStatus.failed }
    }

    /// The number of retries for a scene that others change meanwhile.
    private static let tries = 5
}
