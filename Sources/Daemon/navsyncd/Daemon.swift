internal import Glibc
internal import Logging
internal import NavigationPostgres
internal import NavigationServer
internal import NavigationStore
internal import POSIX
internal import ServiceLifecycle
internal import UnixSignals

/// The server with its surroundings in this process: its settings, its log, its signals.
actor Daemon {
    private let sources: SettingsSources
    private let threshold: LogThreshold
    private let logger: Logger
    private let server: NavigationServer
    private let manager: ServiceManager?
    private let reloads = ReloadRecord()
    private let metrics: MetricsEndpoint
    private var effective: EffectiveSettings
    /// The lock of the data directory, where the store has none.
    private let lock: FileLock?

    /// The decisions for one start of the daemon, by its flags.
    struct Start {
        /// A Boolean value indicating whether every scene begins a new epoch.
        var renewsEpochs = false
        /// A Boolean value indicating whether the daemon continues where acknowledged changes were
        /// lost.
        var acceptsLoss = false
        /// A Boolean value indicating whether the daemon begins anew where the database, or the
        /// key, is missing but existed before.
        var beginsNewState = false
    }

    /// Opens the store and the keys, and takes over systemd's listening sockets; serves nothing
    /// yet.
    ///
    /// - Throws: ``StoreError``, ``ServerError``, ``ActivationError`` and ``HTTPError``.
    init(
        _ sources: SettingsSources, _ effective: EffectiveSettings, _ start: Start
    ) async throws {
        let settings = effective.settings
        let threshold = LogThreshold(settings.monitoring.logLevel)
        let sink = settings.monitoring.logDestination.sink(sources.environment)
        let logger = Logger(label: "navsyncd") { _ in
            DaemonLogHandler(sink: sink, threshold: threshold)
        }
        var configuration = try settings.serverConfiguration()
        configuration.renewsEpochs = start.renewsEpochs
        let credentials = sources.environment["CREDENTIALS_DIRECTORY"]
        let database = "\(settings.data.directory)/navsync.sqlite"
        let variable: (String) -> String? = { sources.environment[$0] }
        let sockets = try ActivatedSockets.descriptors(variables: variable, process: getpid())
        configuration.apply(try ActivatedSockets.pairs(of: sockets))
        // The value from the service manager, not the one of a shell.
        configuration.ownDirectories = variable("CACHE_DIRECTORY").map { [$0] } ?? []
        let manager = ServiceManager(variables: variable, process: getpid())
        let store: any Store
        let pairings: Int
        if let fleet = try settings.store.configuration(credentials: credentials) {
            lock = try Self.lock(settings.data.directory)
            let record = NodeRecord(in: settings.data.directory)
            let opened = try PostgresStore(
                opening: fleet, replacing: record.former,
                record: RenewalRecord(in: settings.data.directory))
            // Without it the process after a crash waits until the lease runs out.
            try? record.write(opened.node)
            (store, pairings) = (opened, try await opened.pairedDevices())
        } else {
            lock = nil
            configuration.database = database
            let traces =
                ServerKeys.traces(at: settings.data.serverKeyFile, credentials: credentials)
                + configuration.records.compactMap { $0.trace(of: database) }
            let opened = try SQLiteStore(
                opening: database, reserving: settings.data.reserve ?? 0,
                acceptingLoss: start.acceptsLoss,
                traces: start.beginsNewState ? nil : traces,
                migrated: Self.migrationReport(logger, manager))
            if let problem = opened.reserveProblem {
                logger.warning(
                    "disk reserve not allocated", metadata: ["nav.reason": "\(problem)"])
            }
            if let loss = opened.acceptedLoss {
                logger.error(
                    "loss of acknowledged changes accepted: every scene starts a new epoch",
                    metadata: ["nav.reason": "\(loss)"])
            }
            (store, pairings) = (opened, try await opened.pairedDevices())
        }
        // After the store: its lock, or that of the directory, keeps other daemons out of it.
        configuration.keys = try ServerKeys(
            opening: settings.data.serverKeyFile, credentials: credentials,
            knownTo: start.beginsNewState ? 0 : pairings)
        if let tcp = configuration.tcp, NetworkConfinement.cuts(off: tcp) {
            logger.warning(
                "tcp address unreachable from other machines",
                metadata: ["nav.address": "\(tcp)", "nav.reason": "\(NetworkConfinement.reason)"])
        }
        server = try NavigationServer(
            configuration: configuration, store: store, logger: logger, supervisor: manager)
        metrics = try MetricsEndpoint(for: server, reloads, logger: logger)
        self.manager = manager
        self.sources = sources
        self.effective = effective
        self.threshold = threshold
        self.logger = logger
    }

    /// Returns a function that reports a migration to the log and the service manager, every second
    /// in which it goes on.
    private static func migrationReport(
        _ logger: Logger, _ manager: ServiceManager?
    ) -> (CopyProgress) -> Void {
        var reported = ContinuousClock.now
        return { progress in
            guard reported.duration(to: .now) >= .seconds(1) else { return }
            reported = .now
            let percent = progress.completed * 100 / max(progress.total, 1)
            logger.info("database migration in progress", metadata: ["nav.percent": "\(percent)"])
            manager?.databaseIsMigrated(upTo: percent)
        }
    }

    /// Creates the data directory, which has the server key, and keeps other daemons out of it.
    private static func lock(_ directory: String) throws -> FileLock {
        try DurableFiles.createDirectory(directory)
        try PathTrust.check(directory: directory)
        let path = "\(directory)/navsync.lock"
        guard let lock = try FileLock(trying: path) else { throw StoreError.inUse(directory) }
        return lock
    }

    /// Serves until a signal says to stop; reloads whenever one says so.
    func run() async throws {
        for variable in sources.unknownVariables {
            logger.warning(
                "unknown environment variable ignored",
                metadata: ["nav.variable": "\(variable.name)", "nav.meant": "\(variable.meant)"])
        }
        // From here on the signal does not end the process any more.
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: MetricsService(
                            endpoint: metrics, address: effective.settings.monitoring.metrics)),
                    .init(service: ReloadService(daemon: self, signals: hangups)),
                    .init(
                        service: ServerService(server: server),
                        successTerminationBehavior: .gracefullyShutdownGroup),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    /// Reads the configuration again, and applies the settings that can change.
    ///
    /// An invalid configuration changes nothing at all. The result is logged, and returned for
    /// callers that report it elsewhere.
    @discardableResult
    func reload() async -> Reload {
        manager?.reloads()
        defer { manager?.reloaded() }
        let next: EffectiveSettings
        do {
            next = try sources.load()
        } catch {
            reloads.note(isGood: false)
            for diagnostic in error.diagnostics {
                logger.error(
                    "configuration error found",
                    metadata: [
                        "nav.place": "\(diagnostic.source)", "nav.reason": "\(diagnostic.problem)",
                    ])
            }
            logger.error(
                "configuration not reloaded: previous settings kept",
                metadata: ["nav.mistakes": "\(error.diagnostics.count)"])
            return .refused(error)
        }
        let changes = effective.changes(to: next)
        effective.apply(next)
        threshold.level = effective.settings.monitoring.logLevel
        let settings = effective.settings
        await server.apply(
            advertise: settings.listen.advertise, retention: settings.retention,
            quotas: settings.quotas)
        let applied = changes.filter(\.isLive).map(\.name)
        await metrics.listen(at: settings.monitoring.metrics)
        reloads.note(isGood: true)
        let waiting = changes.filter { !$0.isLive }.map(\.name)
        for name in waiting {
            logger.warning(
                "setting not applied: restart required", metadata: ["nav.setting": "\(name)"])
        }
        logger.notice(
            "configuration reloaded",
            metadata: [
                "nav.changed": "\(applied.isEmpty ? "none" : applied.joined(separator: ","))"
            ])
        return .done(applied: applied, needingRestart: waiting)
    }
}

/// The server as a service that stops gracefully.
struct ServerService: Service {
    let server: NavigationServer

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await server.run()
        } onGracefulShutdown: {
            server.shutdown()
        }
    }
}

/// Reloads the configuration at each signal, one after the other.
struct ReloadService: Service {
    let daemon: Daemon
    let signals: UnixSignalsSequence

    func run() async throws {
        for await _ in signals.cancelOnGracefulShutdown() {
            await daemon.reload()
        }
    }
}
