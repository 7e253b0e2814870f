internal import Glibc
internal import Logging
internal import NavigationServer
internal import NavigationStore
internal import ServiceLifecycle
internal import UnixSignals

/// The server with what surrounds it in this process: its settings, its log, its signals.
actor Daemon {
    private let sources: SettingsSources
    private let threshold: LogThreshold
    private let logger: Logger
    private let server: NavigationServer
    private let manager: ServiceManager?
    private let reloads = ReloadRecord()
    private let metrics: MetricsEndpoint
    private var effective: EffectiveSettings

    /// Opens the store and the keys, and takes over what systemd listens on; nothing is served yet.
    ///
    /// - Throws: ``StoreError``, ``ServerError``, ``ActivationError`` and ``HTTPError``.
    init(_ sources: SettingsSources, _ effective: EffectiveSettings, renewsEpochs: Bool) throws {
        let settings = effective.settings
        let threshold = LogThreshold(settings.logLevel)
        let sink = settings.logDestination.sink(sources.environment)
        let logger = Logger(label: "navsyncd") { _ in
            DaemonLogHandler(sink: sink, threshold: threshold)
        }
        let store = try SQLiteStore(
            opening: "\(settings.dataDirectory)/navsync.sqlite", reserving: settings.reserve ?? 0)
        if let problem = store.reserveProblem {
            logger.warning(
                "nothing of the disk is reserved", metadata: ["nav.reason": "\(problem)"])
        }
        var configuration = try settings.serverConfiguration()
        configuration.renewsEpochs = renewsEpochs
        // After the store, whose lock keeps other daemons out of the data directory.
        configuration.keys = try ServerKeys(
            opening: settings.serverKeyFile,
            credentials: sources.environment["CREDENTIALS_DIRECTORY"])
        let variable: (String) -> String? = { sources.environment[$0] }
        let sockets = try ActivatedSockets.descriptors(variables: variable, process: getpid())
        configuration.adopt(try ActivatedSockets.pairs(of: sockets))
        if let tcp = configuration.tcp, NetworkConfinement.cuts(off: tcp) {
            logger.warning(
                "devices of other machines can't reach the tcp address",
                metadata: ["nav.address": "\(tcp)", "nav.reason": "\(NetworkConfinement.reason)"])
        }
        let manager = ServiceManager(variables: variable, process: getpid())
        server = try NavigationServer(
            configuration: configuration, store: store, logger: logger, supervisor: manager)
        metrics = try MetricsEndpoint(for: server, reloads, logger: logger)
        self.manager = manager
        self.sources = sources
        self.effective = effective
        self.threshold = threshold
        self.logger = logger
    }

    /// Serves until a signal says to stop; reloads whenever one says so.
    func run() async throws {
        for variable in sources.strangeVariables {
            logger.warning(
                "a variable of the environment is not known",
                metadata: ["nav.variable": "\(variable.name)", "nav.meant": "\(variable.meant)"])
        }
        // From here on the signal does not end the process any more.
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: MetricsService(
                            endpoint: metrics, address: effective.settings.metrics)),
                    .init(service: ReloadService(daemon: self, signals: hangups)),
                    .init(
                        service: ServerService(server: server),
                        successTerminationBehavior: .gracefullyShutdownGroup),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    /// Reads the configuration again, and changes what can change.
    ///
    /// A bad one changes nothing at all. What it came to is in the log, and returned for whoever has
    /// to tell somebody else.
    @discardableResult
    func reload() async -> Reload {
        manager?.reloads()
        defer { manager?.reloaded() }
        let next: EffectiveSettings
        do {
            next = try sources.load()
        } catch {
            reloads.note(isGood: false)
            for mistake in error.mistakes {
                logger.error(
                    "the configuration has a mistake",
                    metadata: ["nav.place": "\(mistake.place)", "nav.reason": "\(mistake.problem)"])
            }
            logger.error(
                "configuration not reloaded: the one before stays in force",
                metadata: ["nav.mistakes": "\(error.mistakes.count)"])
            return .refused(error)
        }
        let changes = effective.changes(to: next)
        effective.adopt(next)
        threshold.level = effective.settings.logLevel
        let settings = effective.settings
        await server.adopt(
            advertise: settings.advertise, retention: settings.retention, quotas: settings.quotas)
        let applied = changes.filter(\.isLive).map(\.name)
        await metrics.listen(at: settings.metrics)
        reloads.note(isGood: true)
        let waiting = changes.filter { !$0.isLive }.map(\.name)
        for name in waiting {
            logger.warning("a setting needs a restart", metadata: ["nav.setting": "\(name)"])
        }
        logger.notice(
            "configuration reloaded",
            metadata: [
                "nav.changed": "\(applied.isEmpty ? "none" : applied.joined(separator: ","))"
            ])
        return .done(applied: applied, needingRestart: waiting)
    }
}
