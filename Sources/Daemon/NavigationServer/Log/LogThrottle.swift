/// A rate limit of one line a second for each reason, with a count of the suppressed ones: frequent
/// refusals must not fill the log. Time is passed in.
struct LogThrottle<Reason: Hashable & Comparable & Sendable>: Sendable {
    private var reasons: [Reason: Entry] = [:]

    private struct Entry {
        var spoken: Duration
        var withheld = 0
    }

    /// The minimum interval between two lines of one reason.
    static var interval: Duration { .seconds(1) }

    /// Requests a line about `reason`, one of the few that the program knows.
    ///
    /// - Returns: The number of events since the last line, if there may be one now; else `nil`,
    ///   and the event is counted.
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

    /// Returns the reasons with suppressed lines that may have one now, with the counts, in order.
    /// The lines count as written.
    mutating func flush(at now: Duration) -> [(reason: Reason, count: Int)] {
        var due: [(reason: Reason, count: Int)] = []
        for (reason, entry) in reasons where now - entry.spoken >= Self.interval {
            if entry.withheld > 0 { due.append((reason, entry.withheld)) }
            reasons[reason] = entry.withheld > 0 ? Entry(spoken: now) : nil
        }
        return due.sorted { $0.reason < $1.reason }
    }

    /// The time when ``flush(at:)`` returns a line, if it does.
    var nextFlush: Duration? {
        reasons.values.filter { $0.withheld > 0 }.map { $0.spoken + Self.interval }.min()
    }
}
