internal import CommandLine
internal import NavigationBars
internal import NavigationText
internal import NavigationWire

/// A daemon's health, in a few lines for its administrators; nothing for others.
struct StatusSummary {
    private let daemon: DaemonStatus

    init(_ daemon: DaemonStatus) {
        self.daemon = daemon
    }

    /// The lines with their names. Values that the daemon does not report are left out.
    var lines: [(name: TerminalText, text: TerminalText)] {
        guard !daemon.metrics.isEmpty else { return [] }
        let lines: [(TerminalText, TerminalText?)] = [
            ("changes", changes), ("latency", latency), ("devices", devices), ("cache", cache),
            ("disk", disk), ("refused", refused),
        ]
        return lines.compactMap { name, text in text.map { (name, $0) } }
    }

    /// `12 applied, 1 noop; 0.4 a second of late`
    private var changes: TerminalText? {
        let counted = counts("outcome.").map { "\($0.count) \($0.name)" as TerminalText }
        guard let commits = daemon.metrics["recentCommits"],
            let seconds = daemon.metrics["recentSeconds"], seconds > 0
        else { return nil }
        let rate = Self.decimal(Double(commits) / Double(seconds))
        let all: TerminalText = counted.isEmpty ? "none" : counted.joined(separator: ", ")
        return "\(all); \(rate) commits/s in the last \(seconds) s"
    }

    /// `p50 1.2 ms, p99 4.8 ms; sync p50 0.9 ms, p99 3.1 ms`
    private var latency: TerminalText? {
        let parts = [("", "published"), ("on disk ", "durable"), ("sync ", "sync")]
            .compactMap { title, name -> TerminalText? in
                guard let half = daemon.metrics["\(name)P50"],
                    let most = daemon.metrics["\(name)P99"]
                else { return nil }
                return "\(title)p50 \(Self.time(half)), p99 \(Self.time(most))"
            }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private var devices: TerminalText? {
        guard let devices = daemon.metrics["devices"], let users = daemon.metrics["users"] else {
            return nil
        }
        let drops = daemon.metrics["feedDrops"] ?? 0
        return "\(Self.number(devices, "device")) of \(Self.number(users, "user")); "
            + "\(Self.number(drops, "feed drop"))"
    }

    private var cache: TerminalText? {
        guard let hits = daemon.metrics["cacheHits"], let misses = daemon.metrics["cacheMisses"]
        else { return nil }
        var text: TerminalText = "\(Self.number(UInt64(daemon.scenesLoaded), "scene"))"
        let lookups = Double(hits) + Double(misses)
        if lookups > 0 {
            text += ", \(Self.decimal(Double(hits) * 100 / lookups)) % hits"
        }
        return text + ", \(daemon.metrics["cacheEvictions"] ?? 0) evicted"
    }

    private var disk: TerminalText? {
        guard let database = daemon.metrics["databaseBytes"] else { return nil }
        // A database server does not tell how much is free.
        let free = daemon.metrics["freeBytes"].map { ", \(Self.size($0)) free" as TerminalText }
        return "\(Self.size(database)), log \(Self.size(daemon.metrics["logBytes"] ?? 0))"
            + (free ?? "")
    }

    private var refused: TerminalText? {
        let all = counts("refused.") + counts("connectionRefused.")
        let words = all.map { "\($0.count) \($0.name)" as TerminalText }.joined(separator: ", ")
        return words.isEmpty ? "none" : words
    }

    /// Returns the counts under names with a prefix that are not zero, largest first.
    private func counts(_ prefix: String) -> [(name: String, count: UInt64)] {
        daemon.metrics.filter { $0.key.hasPrefix(prefix) && $0.value > 0 }
            .map { (String($0.key.dropFirst(prefix.count)), $0.value) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    static func number(_ count: UInt64, _ what: String) -> String {
        "\(count) \(what)\(count == 1 ? "" : "s")"
    }

    /// Returns microseconds in a suitable unit.
    static func time(_ microseconds: UInt64) -> String {
        switch microseconds {
        case ..<1_000: "\(microseconds) µs"
        case ..<1_000_000: decimal(Double(microseconds) / 1_000) + " ms"
        default: decimal(Double(microseconds) / 1_000_000) + " s"
        }
    }

    /// Returns bytes in a suitable unit.
    static func size(_ bytes: UInt64) -> String {
        var (size, unit) = (Double(bytes), "B")
        for next in ["KiB", "MiB", "GiB", "TiB"] where size >= 1_024 {
            (size, unit) = (size / 1_024, next)
        }
        return unit == "B" ? "\(bytes) B" : "\(decimal(size)) \(unit)"
    }

    /// Returns a number with one digit behind the point below 100, else without.
    private static func decimal(_ number: Double) -> String {
        // In floating point: a metric may be beyond the range of integers.
        guard number < 100 else {
            let whole = number.rounded()
            return Int64(exactly: whole).map { String($0) } ?? String(whole)
        }
        let tenths = Int64((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
