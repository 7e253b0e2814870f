internal import Glibc
internal import Logging
internal import NavigationMetrics
internal import NavigationServer
internal import ServiceLifecycle
internal import Synchronization

/// The daemon's metrics and its health, over http, for monitoring.
///
/// If an address can't be bound, the endpoint logs it, and the daemon serves without: another
/// daemon on this machine may have come first. The endpoint does not retry by itself, because then
/// the monitoring of that other daemon would reach this one some day.
actor MetricsEndpoint {
    private let http: HTTPServer
    private let logger: Logger
    /// The address that it listens at; `nil` if it does not listen.
    private var address: TCPAddress?

    /// An endpoint that does not listen yet.
    init(
        for server: NavigationServer, _ reloads: ReloadRecord, logger: Logger
    ) throws(HTTPError) {
        self.logger = logger
        http = try HTTPServer(name: "navsyncd-http") { request in
            await Self.answer(request.path, server, reloads)
        }
    }

    /// Listens at this address alone, or stops for `nil`. Does nothing if it listens there already.
    func listen(at wanted: TCPAddress?) async {
        guard wanted != address else { return }
        address = nil
        guard let wanted else { return await http.stopListening() }
        do {
            try await http.listen(host: wanted.host, port: wanted.port)
            address = wanted
            logger.info(
                "metrics served", metadata: ["nav.endpoint": "http://\(wanted)/metrics"])
        } catch {
            logger.warning(
                "metrics not served",
                metadata: [
                    "nav.address": "\(wanted)", "nav.reason": "\(error)",
                    "nav.advice": "set metrics.listen to another address or to off, and reload",
                ])
        }
    }

    /// Closes the endpoint.
    func close() async {
        await http.close()
    }

    private static func answer(
        _ path: String, _ server: NavigationServer, _ reloads: ReloadRecord
    ) async -> HTTPResponse {
        switch path {
        case "/metrics":
            let metrics = await server.metrics(requestedAt: .now)
            let families =
                Exposition.families(metrics, reloads.current)
                + (ProcessMetrics.current?.families ?? [])
            return HTTPResponse(
                .ok, OpenMetricsText.encode(families), as: OpenMetricsText.contentType)
        case "/healthz":
            // The reply's content is ignored: a reply at all proves that loop and writer work.
            _ = await server.health()
            return HTTPResponse(.ok, "ok\n")
        case "/readyz":
            return switch await server.health() {
            case .well: HTTPResponse(.ok, "ready\n")
            case .readOnly: HTTPResponse(.unavailable, "store accepts no changes\n")
            case .damaged:
                HTTPResponse(.unavailable, "stored data damaged: see the journal\n")
            case .starting: HTTPResponse(.unavailable, "starting\n")
            case .stopping: HTTPResponse(.unavailable, "stopping\n")
            }
        default: return HTTPResponse(.notFound, "not found: use /metrics, /healthz or /readyz\n")
        }
    }
}

/// The endpoint as a service that outlives the server it reports on.
struct MetricsService: Service {
    let endpoint: MetricsEndpoint
    let address: TCPAddress?

    func run() async throws {
        await endpoint.listen(at: address)
        try? await gracefulShutdown()
        await endpoint.close()
    }
}

/// The result of the last reload of the configuration, and the time of the last success: the start
/// is the first.
final class ReloadRecord: Sendable {
    private let state: Mutex<State>

    /// The recorded values.
    struct State: Sendable {
        /// A Boolean value indicating whether the last reload succeeded.
        var isGood = true
        /// The time of the last successful reload, in seconds since 1970.
        var taken: Double
    }

    init() {
        state = Mutex(State(taken: Self.now))
    }

    /// The current record.
    var current: State { state.withLock { $0 } }

    /// Records a reload.
    func note(isGood: Bool) {
        state.withLock { state in
            state.isGood = isGood
            if isGood { state.taken = Self.now }
        }
    }

    private static var now: Double { Double(Glibc.time(nil)) }
}
