internal import Logging

/// The handler between the loggers of the daemon and the one destination of the log.
struct DaemonLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let sink: any LogSink
    private let threshold: LogThreshold
    private var ownLevel: Logger.Level?

    /// A handler that writes records at or above `threshold` into `sink`.
    init(sink: any LogSink, threshold: LogThreshold) {
        self.sink = sink
        self.threshold = threshold
    }

    /// The daemon's level, unless this logger has one of its own.
    var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadataProvider?.get() ?? [:]
        all.merge(metadata) { $1 }
        if let own = event.metadata { all.merge(own) { $1 } }
        if let error = event.error { all["error.message"] = "\(error)" }
        let fields = all.sorted { $0.key < $1.key }.map { key, value in
            LogRecord.Field(key: key, value: value.description)
        }
        // The origin helps those who look for a fault in the program.
        let origin =
            logLevel <= .debug
            ? LogRecord.Origin(file: event.file, line: event.line, function: event.function) : nil
        sink.write(
            LogRecord(
                level: event.level, message: event.message.description, fields: fields,
                origin: origin))
    }
}
