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
            Without any configuration it serves the current user: sockets in
            $XDG_RUNTIME_DIR/navsync, data in $XDG_STATE_HOME/navsync, and the
            configuration is read from $XDG_CONFIG_HOME/navsync/navsyncd.yaml if it is
            there. The service of the system has them in /run/navsync, /var/lib/navsync
            and /etc/navsync/navsyncd.yaml, which describes every setting.

            Flags go over the environment (NAVSYNCD_LISTEN_TCP for listen: tcp:), the
            environment over the file. --print-config shows what comes of it.
            It reads the file again on SIGHUP, and stops cleanly on SIGTERM and SIGINT.

            A database file that was put back by hand is noticed: every scene begins a new
            epoch, since devices may have seen what the copy does not have. After a
            snapshot of its whole directory or machine was put back, nobody can tell:
            start it once with --new-epoch.

            It does not start where changes that it has acknowledged are gone, or the
            database or the key as a whole, and says what is missing. Bring it back, from
            a backup or by mounting the disk that it is on. Without one, --accept-loss
            goes on with what is left, every scene in a new epoch, and --new-state begins
            anew.
            """,
        version: NavsyncVersion.current)

    @Option(help: ArgumentHelp("Read the configuration from this YAML file.", valueName: "file"))
    var config: String?

    @OptionGroup var settings: SettingFlags

    @Flag(
        name: .customLong("new-epoch"),
        help: "Begin a new epoch for every scene: once, after a snapshot was put back.")
    var beginsNewEpoch = false

    @Flag(
        name: .customLong("accept-loss"),
        help: "Go on with what is left where acknowledged changes were lost: once.")
    var acceptsLoss = false

    @Flag(
        name: .customLong("new-state"),
        help: "Begin anew where there was a database, or a server key, and is none now: once.")
    var beginsNewState = false

    @Flag(
        name: .customLong("print-config"),
        help: "Print the settings in effect and where each is from, and exit.")
    var printsConfiguration = false

    @Flag(
        name: .customLong("check-config"),
        help: "Check the settings, name every mistake, and exit: with 2 if there is one.")
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
            "or start navsyncd once with --accept-loss to go on with what is left, every scene in a "
                + "new epoch"
        case StoreError.missing:
            "or start navsyncd once with --new-state to begin anew"
        case let error as ServerError where error.code == .missingKey:
            "or start navsyncd once with --new-state to make another"
        default: nil
        }
    }
}
