internal import DequeModule
internal import NavigationModel
internal import NavigationSync

/// The last rows of the log that were written, of all scenes, in memory: a mirror that lags by them
/// is served without reading and checking them again.
///
/// A part of the journal's memory: what is durable is added, and what alters rows otherwise empties
/// it.
struct RecentRows: Sendable {
    /// The last rows of one history.
    private struct Run {
        let epoch: Epoch
        /// The rows, each directly after the one before it.
        var rows: Deque<Segment> = []
    }

    /// Bytes in memory, about.
    private(set) var length = 0
    private var runs: [SceneKey: Run] = [:]
    /// The scene of each row, oldest row first.
    private var order: Deque<SceneKey> = []

    /// Adds a row, and drops the oldest ones of all scenes beyond a limit.
    ///
    /// - Parameter limit: bytes in memory.
    mutating func add(_ row: Segment, of key: SceneKey, _ epoch: Epoch, within limit: Int) {
        // No row is left out; if one were, those before it would not be the last ones.
        if let run = runs[key], run.epoch != epoch || run.rows.last?.revision.next != row.first {
            self = RecentRows()
        }
        runs[key, default: Run(epoch: epoch)].rows.append(row)
        order.append(key)
        length += Self.length(of: row)
        while length > limit, let oldest = order.popFirst() { dropFirst(of: oldest) }
    }

    /// Returns the rows from the one with the commit after `revision` on; none if it is not here.
    func rows(
        of key: SceneKey, _ epoch: Epoch, after revision: Revision
    ) -> Slice<Deque<Segment>> {
        guard let run = runs[key], run.epoch == epoch, let first = run.rows.first?.first,
            first <= revision.next
        else { return Deque()[...] }
        return run.rows.drop { $0.revision <= revision }
    }

    private mutating func dropFirst(of key: SceneKey) {
        guard let row = runs[key]?.rows.popFirst() else { return }
        length -= Self.length(of: row)
        if runs[key]?.rows.isEmpty == true { runs[key] = nil }
    }

    /// Returns the bytes of a row in memory: its commits, and some for the arrays and its entries.
    private static func length(of row: Segment) -> Int {
        row.bytes.count + (row.lengths?.count ?? 0) + 256
    }
}
