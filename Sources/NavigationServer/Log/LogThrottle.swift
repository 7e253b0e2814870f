/// Lets one line a second through for each reason, and counts those that it keeps back: whoever is
/// refused often must not fill the log. Time is handed in.
struct LogThrottle: Sendable {
    private var reasons: [String: Entry] = [:]

    private struct Entry {
        var spoken: Duration
        var withheld = 0
    }

    /// The least time between two lines of one reason.
    static let interval = Duration.seconds(1)

    /// Asks for a line about `reason`, one of the few that the program knows.
    ///
    /// - Returns: how often it has happened since the last line, if there may be one now; else `nil`,
    ///   and it is counted.
    mutating func admit(_ reason: String, at now: Duration) -> Int? {
        guard var entry = reasons[reason], now - entry.spoken < LogThrottle.interval else {
            let count = 1 + (reasons[reason]?.withheld ?? 0)
            reasons[reason] = Entry(spoken: now)
            return count
        }
        entry.withheld += 1
        reasons[reason] = entry
        return nil
    }

    /// The reasons that lines were kept back for and may have one now, with how many, in alphabetical
    /// order. They count as spoken of.
    mutating func flush(at now: Duration) -> [(reason: String, count: Int)] {
        var due: [(reason: String, count: Int)] = []
        for (reason, entry) in reasons where now - entry.spoken >= LogThrottle.interval {
            if entry.withheld > 0 { due.append((reason, entry.withheld)) }
            reasons[reason] = entry.withheld > 0 ? Entry(spoken: now) : nil
        }
        return due.sorted { $0.reason < $1.reason }
    }

    /// When ``flush(at:)`` has something to say, if it has.
    var nextFlush: Duration? {
        reasons.values.filter { $0.withheld > 0 }.map { $0.spoken + LogThrottle.interval }.min()
    }
}
