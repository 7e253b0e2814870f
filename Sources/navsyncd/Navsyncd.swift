internal import ArgumentParser
internal import Glibc
internal import Logging
internal import NavigationServer
internal import NavigationStore
internal import NavigationWire
internal import ServiceLifecycle
internal import UnixSignals

/// The daemon: reads its settings, opens the store, serves until a signal says to stop.
@main
struct Navsyncd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "navsyncd",
        abstract: "Holds the navigation state of every user and publishes its changes.",
        discussion: """
            Without any configuration it serves the current user: sockets in
            $XDG_RUNTIME_DIR/navsync, data in $XDG_STATE_HOME/navsync.

            Flags go over the environment (NAVSYNCD_LISTEN_IPC, NAVSYNCD_LISTEN_TCP,
            NAVSYNCD_DATA_DIRECTORY, NAVSYNCD_LOG_LEVEL), the environment over the file.
            It stops cleanly on SIGTERM and SIGINT.

            After you have put back a copy of the database, start it once with --new-epoch:
            devices may have seen what the copy does not have, and must not go on from
            there.
            """,
        version: NavsyncVersion.current)

    @Option(help: ArgumentHelp("Read the configuration from this YAML file.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Keep the data in this directory.", valueName: "directory"))
    var dataDirectory: String?

    @Option(
        help: ArgumentHelp(
            "Listen on sockets in this directory; 'none' for no ipc.", valueName: "directory"))
    var ipc: String?

    @Option(
        help: ArgumentHelp(
            "Listen on this loopback address too; the feed uses the next port.",
            valueName: "host:port"))
    var tcp: String?

    @Option(help: "How much to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel: String?

    @Flag(
        name: .customLong("new-epoch"),
        help: "Begin a new epoch for every scene: once, after a copy of the database was put back.")
    var beginsNewEpoch = false

    /// Runs the command; wrong usage ends with 2, as for every navsync program.
    static func main() async {
        do {
            var command = try parseAsRoot() as? Navsyncd
            try await command?.run()
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Diagnostics.print("\(message(for: error)): see 'navsyncd --help'")
            exit(withError: ExitCode(2))
        }
    }

    mutating func run() async throws {
        do {
            let settings = try await Settings.load(
                flags: Settings.Flags(
                    config: config, dataDirectory: dataDirectory, ipc: ipc, tcp: tcp,
                    logLevel: logLevel))
            try await serve(settings)
        } catch let error as SettingsError {
            Diagnostics.print(error.description)
            throw ExitCode(2)
        } catch {
            Diagnostics.print("\(error)")
            throw ExitCode(1)
        }
    }

    private func serve(_ settings: Settings) async throws {
        var logger = Logger(label: "navsyncd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = settings.logLevel
        let store = try SQLiteStore(opening: "\(settings.dataDirectory)/navsync.sqlite")
        var configuration = settings.server
        configuration.renewsEpochs = beginsNewEpoch
        let sockets = try ActivatedSockets.descriptors(
            variables: EnvironmentVariable.value, process: getpid())
        try configuration.adopt(ActivatedSockets.pairs(of: sockets))
        let server = try NavigationServer(
            configuration: configuration, store: store, logger: logger,
            supervisor: ServiceManager(variables: EnvironmentVariable.value, process: getpid()))
        let group = ServiceGroup(
            services: [DaemonService(server: server)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await group.run()
    }
}

/// The server as a service that stops gracefully.
struct DaemonService: Service {
    let server: NavigationServer

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await server.run()
        } onGracefulShutdown: {
            server.shutdown()
        }
    }
}
