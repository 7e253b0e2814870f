internal import Logging

/// What stands between the loggers of the daemon and the one place where the log goes.
struct DaemonLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let sink: any LogSink
    private let threshold: LogThreshold
    private var ownLevel: Logger.Level?

    /// A handler that writes into `sink` what `threshold` lets through.
    init(sink: any LogSink, threshold: LogThreshold) {
        self.sink = sink
        self.threshold = threshold
    }

    /// The daemon's level, unless this logger was given one of its own.
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
        // Where it was written is of interest to those who look for a fault in the program.
        let origin =
            logLevel <= .debug
            ? LogRecord.Origin(file: event.file, line: event.line, function: event.function) : nil
        sink.write(
            LogRecord(
                level: event.level, message: event.message.description, fields: fields,
                origin: origin))
    }
}
