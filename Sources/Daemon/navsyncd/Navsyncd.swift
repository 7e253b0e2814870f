internal import ArgumentParser
internal import POSIX
internal import FoundationEssentials
internal import Glibc
internal import NavigationServer
internal import NavigationStore
internal import NavigationText
internal import NavigationWire

/// The daemon: reads its settings, opens the store, serves until a signal says to stop.
@main
struct Navsyncd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "navsyncd",
        abstract: "Serve and publish users' navigation state.",
        discussion: """
            By default it serves the current user: sockets in $XDG_RUNTIME_DIR/navsync,
            data in $XDG_STATE_HOME/navsync, configuration in
            $XDG_CONFIG_HOME/navsync/navsyncd.yaml, if it exists. The system service uses
            /run/navsync, /var/lib/navsync and /etc/navsync/navsyncd.yaml, which documents
            every setting.

            Flags override environment variables (NAVSYNCD_LISTEN_TCP for listen: tcp:),
            which override the file. --print-config prints the effective settings. SIGHUP
            reloads the file; SIGTERM and SIGINT shut down cleanly.

            With store.url the data is in a PostgreSQL database. Daemons with a tcp address
            serve it together, each some of the users; of those without, one serves and
            the others wait, and take over when it stops or is gone.

            A database restored by hand is detected: every scene gets a new epoch,
            since devices may have newer commits. A restored snapshot of the whole
            directory or machine can't be detected: start once with --new-epoch.

            navsyncd refuses to start if acknowledged changes, the database or the server
            key are missing, and reports which. Restore them from a backup, or mount their
            disk. Without a backup, --accept-loss continues with the remaining data, every
            scene in a new epoch, and --new-state starts with an empty database.
            """,
        version: NavsyncVersion.current)

    @Option(help: ArgumentHelp("The configuration file (YAML)", valueName: "file"))
    var config: String?

    @OptionGroup var settings: SettingFlags

    @Flag(
        name: .customLong("new-epoch"),
        help: "Start a new epoch of every scene (once, after restoring a snapshot)")
    var beginsNewEpoch = false

    @Flag(
        name: .customLong("accept-loss"),
        help: "Continue although acknowledged changes are lost (once)")
    var acceptsLoss = false

    @Flag(
        name: .customLong("new-state"),
        help: "Create a missing database or server key again (once)")
    var beginsNewState = false

    @Flag(
        name: .customLong("print-config"),
        help: "Print the effective settings and their sources, and exit")
    var printsConfiguration = false

    @Flag(
        name: .customLong("check-config"),
        help: "Check the settings, report errors, and exit (status 2 on errors)")
    var checksConfiguration = false

    /// The number of open files below which the daemon does not start: some 40 are its own, 48 are
    /// reserved from connections, and each device takes two.
    private static let openFiles = 128
    /// The address space below which it does not start, in bytes: its threads' stacks, libraries
    /// and heaps take some 600 MiB of it, and caches as much as memory is granted.
    private static let addressSpace = 1 << 30

    /// Runs the command; wrong usage ends with 2, as for every navsync program.
    static func main() async {
        do {
            var command = try parse()
            try await command.run()
        } catch {
            Glibc.exit(report(error))
        }
    }

    /// Prints the parser's error, which is the help too if that was requested; returns the status.
    private static func report(_ error: any Error) -> Int32 {
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        switch code {
        case .success:
            do throws(StartFailure) {
                try StartupConsole.output(text + "\n")
            } catch {
                StartupConsole.print("\(error)")
                return 1
            }
        case .validationFailure:
            StartupConsole.print("\(message(for: error)): see 'navsyncd --help'")
            return 2
        default: if !text.isEmpty { StartupConsole.print("\(text)") }
        }
        return code.rawValue
    }

    mutating func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        ProcessLimits.forbidCoreFiles()
        ProcessLimits.raiseOpenFiles()
        let sources = SettingsSources(
            flags: settings.values, environment: environment, file: config)
        do {
            let effective = try sources.load()
            if printsConfiguration { try StartupConsole.output(effective.yaml) }
            guard !printsConfiguration, !checksConfiguration else { return }
            try ProcessLimits.require(
                openFiles: Self.openFiles, addressSpace: Self.addressSpace)
            let start = Daemon.Start(
                renewsEpochs: beginsNewEpoch, acceptsLoss: acceptsLoss,
                beginsNewState: beginsNewState)
            try await Daemon(sources, effective, start).run()
        } catch let error as SettingsError {
            StartupConsole.print(
                error.diagnostics.map { "\($0)" }.joined(separator: "\n"), environment)
            throw ExitCode(2)
        } catch {
            let advice = Self.advice(on: error)
            let words = String(describing: error) + (advice.map { ", \($0)" } ?? "")
            StartupConsole.print("\(words)", environment)
            throw ExitCode(1)
        }
    }

    /// Returns the flag that resolves an error, as the end of a sentence.
    private static func advice(on error: any Error) -> String? {
        switch error {
        case StoreError.lostChanges:
            "or start navsyncd once with --accept-loss to continue with the remaining data, every "
                + "scene in a new epoch"
        case StoreError.missing:
            "or start navsyncd once with --new-state to create an empty one"
        case let error as ServerError where error.code == .missingKey:
            "or start navsyncd once with --new-state to create another"
        default: nil
        }
    }
}
