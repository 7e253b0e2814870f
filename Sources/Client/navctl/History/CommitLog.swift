internal import ArgumentParser
internal import CommandLine
internal import DeviceStore
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// The conditions on the commits of a log.
struct CommitFilter: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only commits since then: 30s, 15m, 2h, 7d, or a time as 2026-11-25T14:00:00Z",
            valueName: "time"))
    var since: PointInTime?

    @Option(help: ArgumentHelp("Only commits of the device with this name", valueName: "device"))
    var author: String?

    @Option(help: ArgumentHelp("Only commits that change this tab or its stack", valueName: "tab"))
    var tab: TabID?

    /// A Boolean value indicating whether every commit fulfils the conditions.
    var isEmpty: Bool { since == nil && author == nil && tab == nil }

    /// Returns a Boolean value indicating whether a commit fulfils the conditions.
    func contains(_ commit: Commit) -> Bool {
        if let since, commit.stamp.time < since.time { return false }
        if let author, commit.author.rawValue != author { return false }
        if let tab, !commit.operations.contains(where: { $0.place == .tab(tab) }) { return false }
        return true
    }
}

/// A time of the past: a duration before now, or a date with a time zone.
struct PointInTime: ExpressibleByArgument, Hashable {
    /// The time.
    let time: Timestamp

    init?(argument: String) {
        self.init(argument, now: .now())
    }

    /// Reads `90s`, `15m`, `2h`, `7d`, or a time of RFC 3339.
    init?(_ text: String, now: Timestamp) {
        if let time = Timestamp(rfc3339: text) {
            self.time = time
            return
        }
        let seconds: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ seconds[$0] }), let count = Int64(text.dropLast()),
            0...36_500 * 86_400 / unit ~= count
        else { return nil }
        time = now.advanced(byMicroseconds: -count * unit * 1_000_000)
    }
}

/// Commits of the daemon's log that fulfil conditions, oldest first.
struct CommitLog: Sendable {
    /// The scene's head when the log was read.
    let head: Head
    /// The revision after which they were looked for.
    let start: Revision
    /// The commits.
    var commits: [Commit] = []
    /// A Boolean value indicating whether more follow that fulfil the conditions, as far as known.
    var hasMore = false
    /// The revision after which the log begins; `nil` if no page was read.
    var oldestRevision: Revision?

    /// Reads the first commits after a revision.
    static func read(
        from session: SceneMirror, after start: Revision, _ limit: Int,
        _ filter: CommitFilter? = nil
    ) async throws -> CommitLog {
        var log = CommitLog(head: try await session.status().head, start: start)
        let progress = ProgressLine.ofLog
        defer { progress?.end() }
        let isWhole = filter?.isEmpty ?? true
        let (end, isBeyond) = start.rawValue.addingReportingOverflow(UInt64(limit))
        var pages = LogPages(
            of: session, after: start,
            upTo: isWhole && !isBeyond
                ? min(log.head.revision, Revision(rawValue: end)) : log.head.revision,
            limit: isWhole ? min(limit, WireLimits.historyPage) : WireLimits.historyPage)
        while log.commits.count < limit, let page = try await pages.next() {
            let found = page.commits.filter { filter?.contains($0) ?? true }
            let room = limit - log.commits.count
            log.commits += found.prefix(room)
            log.oldestRevision = page.oldestRevision
            log.hasMore = page.hasMore || found.count > room
            if let last = page.commits.last {
                progress?.show(last.revision, of: log.head.revision)
            }
        }
        return log
    }

    /// Reads the last commits of the log, backwards by as many revisions as a page has.
    static func readNewest(
        _ limit: Int, from session: SceneMirror, _ filter: CommitFilter
    ) async throws -> CommitLog {
        let head = try await session.status().head
        let size = filter.isEmpty ? limit : WireLimits.historyPage
        let progress = ProgressLine.ofLog
        defer { progress?.end() }
        var later: [Commit] = []
        var end = head.revision
        while true {
            let start = Revision(rawValue: end.rawValue - min(end.rawValue, UInt64(size)))
            var log = CommitLog(head: head, start: start)
            var reached = start
            while reached < end {
                let page = try await session.history(
                    after: reached,
                    limit: min(
                        Int(clamping: end.rawValue - reached.rawValue), WireLimits.historyPage))
                log.oldestRevision = page.oldestRevision
                guard let last = page.commits.last else { break }
                log.commits += page.commits.filter { $0.revision <= end && filter.contains($0) }
                reached = last.revision
            }
            later = log.commits + later
            let isWhole = start <= max(.zero, log.oldestRevision ?? .zero)
            if isWhole || filter.isEmpty || later.count >= limit {
                log.commits = later.suffix(limit)
                return log
            }
            end = start
            progress?.show(
                Revision(rawValue: head.revision.rawValue - start.rawValue), of: head.revision)
        }
    }
}

extension ProgressLine {
    /// The progress of reading a long log.
    fileprivate static var ofLog: ProgressLine? { ProgressLine(nil, after: .seconds(1)) }

    fileprivate func show(_ done: Revision, of all: Revision) {
        show(Int(clamping: done.rawValue), of: Int(clamping: all.rawValue)) {
            "reading the log: \($0) %"
        }
    }
}
