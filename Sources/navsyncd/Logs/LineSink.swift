internal import Glibc
internal import Logging

/// The log as lines on a descriptor, one write for each.
struct LineSink: LogSink {
    private let descriptor: Int32
    private let style: Style

    /// For whom the lines are.
    enum Style: Sendable {
        /// Whoever looks on: the time of day, and the level in colour.
        case terminal
        /// A file or a pipe: the date too, in UTC, and nothing but text.
        case plain
    }

    /// Lines on `descriptor`: for people if it is a terminal.
    init(descriptor: Int32 = STDERR_FILENO) {
        self.descriptor = descriptor
        style = isatty(descriptor) == 1 ? .terminal : .plain
    }

    func write(_ record: LogRecord) {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        let line = Array((LineSink.line(record, at: now, style) + "\n").utf8)
        _ = unsafe Glibc.write(descriptor, line, line.count)
    }

    /// The line of an entry, without its end.
    static func line(_ record: LogRecord, at time: timespec, _ style: Style) -> String {
        let level = record.level.rawValue
        let origin = record.origin.map { " [\($0.file):\($0.line)]" } ?? ""
        switch style {
        case .plain:
            return "\(date(of: time)) \(level) \(record.text)\(origin)"
        case .terminal:
            let padding = String(repeating: " ", count: max(0, 8 - level.count))
            let (on, off) =
                colour(of: record.level).map { ("\u{1b}[\($0)m", "\u{1b}[0m") } ?? ("", "")
            return "\(clock(of: time)) \(on)\(level)\(off)\(padding) \(record.text)\(origin)"
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
