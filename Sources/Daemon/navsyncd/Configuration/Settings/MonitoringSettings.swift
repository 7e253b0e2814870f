internal import ArgumentParser
internal import Logging
internal import NavigationServer

/// The settings of the sections `log` and `metrics`: the daemon as operators watch it.
struct MonitoringSettings: Hashable, Sendable {
    /// The least severe level that is logged.
    var logLevel = Logger.Level.info
    /// The destination of the log.
    var logDestination = LogDestination.auto
    /// The address of the metrics endpoint; `nil` for none.
    var metrics: TCPAddress? = TCPAddress(host: "127.0.0.1", port: 9464)

    /// The settings of the section `log`, in the order of the reference.
    static let log: [Setting] = [
        .one(
            "log.level", \.monitoring.logLevel, .word(),
            flag: ("--log-level", \.monitoring.logLevel), isLive: true,
            "The minimum level of log records."),
        .one(
            "log.destination", \.monitoring.logDestination, .word(), isLive: false,
            "The destination of the log: the journal with all fields, or lines on standard error. "
                + "With auto it is the journal if standard error is connected to it, as under systemd."
        ),
    ]

    /// The settings of the section `metrics`.
    static let metrics: [Setting] = [
        .one(
            "metrics.listen", \.monitoring.metrics,
            ValueFormat<TCPAddress>.address(wildcards: true, port: 9464).orWord("off"),
            isLive: true,
            "The http address of metrics and health checks, without authentication: /metrics in the "
                + "OpenMetrics format, /healthz and /readyz. If the address is in use, they are "
                + "disabled and a warning is logged. The system service listens on this machine "
                + "only.")
    ]

    /// The flags of these settings.
    struct Flags: ParsableArguments {
        @Option(
            help: "The log level: trace, debug, info, notice, warning, error or critical")
        var logLevel: String?
    }
}
