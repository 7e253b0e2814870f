/// Lets one line a second through for each reason, and counts those that it keeps back: whoever is
/// refused often must not fill the log. Time is handed in.
struct LogThrottle<Reason: Hashable & Comparable & Sendable>: Sendable {
    private var reasons: [Reason: Entry] = [:]

    private struct Entry {
        var spoken: Duration
        var withheld = 0
    }

    /// The least time between two lines of one reason.
    static var interval: Duration { .seconds(1) }

    /// Asks for a line about `reason`, one of the few that the program knows.
    ///
    /// - Returns: how often it has happened since the last line, if there may be one now; else `nil`,
    ///   and it is counted.
    mutating func admit(_ reason: Reason, at now: Duration) -> Int? {
        guard var entry = reasons[reason], now - entry.spoken < Self.interval else {
            let count = 1 + (reasons[reason]?.withheld ?? 0)
            reasons[reason] = Entry(spoken: now)
            return count
        }
        entry.withheld += 1
        reasons[reason] = entry
        return nil
    }

    /// The reasons that lines were kept back for and may have one now, with how many, in order. They
    /// count as spoken of.
    mutating func flush(at now: Duration) -> [(reason: Reason, count: Int)] {
        var due: [(reason: Reason, count: Int)] = []
        for (reason, entry) in reasons where now - entry.spoken >= Self.interval {
            if entry.withheld > 0 { due.append((reason, entry.withheld)) }
            reasons[reason] = entry.withheld > 0 ? Entry(spoken: now) : nil
        }
        return due.sorted { $0.reason < $1.reason }
    }

    /// The time when ``flush(at:)`` has something to say, if it has.
    var nextFlush: Duration? {
        reasons.values.filter { $0.withheld > 0 }.map { $0.spoken + Self.interval }.min()
    }
}
