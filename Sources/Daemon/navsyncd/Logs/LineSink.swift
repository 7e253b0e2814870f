internal import Glibc
internal import Logging
internal import NavigationText

/// The log as lines on a descriptor, one write for each.
struct LineSink: LogSink {
    private let stream: TextStream
    private let style: Style

    /// The style of the lines.
    enum Style: Sendable {
        /// For a person who watches: the time of day, and the level in colour.
        case terminal
        /// For a file or a pipe: the date too, in UTC, and nothing but text.
        case plain
    }

    /// Writes lines to `descriptor`: for people if it is a terminal.
    init(descriptor: Int32 = StandardStream.error.descriptor) {
        stream = TextStream(descriptor: descriptor)
        style = isatty(descriptor) == 1 ? .terminal : .plain
    }

    func write(_ record: LogRecord) {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        // A daemon serves without its log.
        try? stream.write(LineSink.line(record, at: now, style) + "\n")
    }

    /// Returns the line of an entry, without its end.
    static func line(_ record: LogRecord, at time: timespec, _ style: Style) -> TerminalText {
        let level = record.level.rawValue
        let origin: TerminalText = record.origin.map { " [\($0.file):\($0.line)]" } ?? ""
        switch style {
        case .plain:
            return "\(date(of: time)) \(level) \(record.line)\(origin)"
        case .terminal:
            let padding = TerminalText(repeating: " ", count: 8 - level.count)
            let word = TerminalText(level).styled(colour(of: record.level).map { [$0] } ?? [])
            return "\(clock(of: time)) \(word)\(padding) \(record.line)\(origin)"
        }
    }

    private static func colour(of level: Logger.Level) -> Int? {
        switch level {
        case .trace, .debug: 2
        case .info: nil
        case .notice: 36
        case .warning: 33
        case .error, .critical: 31
        }
    }

    /// `2026-01-31T12:00:00.123Z`.
    private static func date(of time: timespec) -> String {
        var seconds = time.tv_sec
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        let (year, month, day) = unsafe (parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday)
        let clock = unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        let fraction = String(1_000 + time.tv_nsec / 1_000_000).dropFirst()
        return "\(year)-\(two(month))-\(two(day))T\(clock).\(fraction)Z"
    }

    /// `12:00:00`, as the clock on the wall shows.
    private static func clock(of time: timespec) -> String {
        var seconds = time.tv_sec
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        return unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
