internal import Dispatch
internal import NavigationStore
internal import POSIX
internal import PostgreSQL
internal import Synchronization

/// The number of renewals of all leases in a database, which no commit decreases: one that has fewer than
/// a node has seen there was put back to an earlier state.
struct RenewalCount: Hashable, Sendable {
    /// The id of the store.
    let store: Int64
    /// The number, from the time of the database's creation in milliseconds on: a copy of the store
    /// has more than its original had.
    let count: Int64

    /// The query of the present count.
    static let query =
        "SELECT id, renewals + (SELECT coalesce(sum(renewals), 0) FROM navsync.node)::bigint "
        + "FROM navsync.store"

    /// The possible counts: two of them have a difference.
    private static let range: Range<Int64> = 0..<(1 << 62)

    /// Joins the parts; `nil` for an impossible count.
    init?(store: Int64, count: Int64) {
        guard Self.range.contains(count) else { return nil }
        (self.store, self.count) = (store, count)
    }

    /// Reads a row of ``query``.
    init(_ row: PostgresRow) throws {
        let count = try row.integer(1)
        guard let value = Self(store: try row.integer(0), count: count) else {
            throw PostgresError(.value, "\(count) renewals")
        }
        self = value
    }

    /// Returns a Boolean value indicating whether a database was put back since this count was seen
    /// there, although there was a renewal since: then it has `present`.
    func isNot(before present: RenewalCount) -> Bool {
        store == present.store && count >= present.count
    }
}

/// The last count of renewals that a node has seen, in a file of its data directory.
///
/// It is written every ten seconds and at the end: after a crash, a database that was put back by less
/// is not recognised.
package struct RenewalRecord: Sendable {
    /// The path.
    package let path: String

    /// The greatest length of the file, in bytes.
    private static let lengthLimit = 64

    /// Names the record in a data directory.
    package init(in directory: String) { path = directory + "/navsync.renewals" }

    /// The count that was recorded; `nil` without one that can be read.
    var seen: RenewalCount? {
        guard let bytes = try? DurableFiles.read(path, atMost: Self.lengthLimit),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let numbers = text.split(whereSeparator: \.isWhitespace).map { Int64($0) }
        guard numbers.count == 2, let store = numbers[0], let count = numbers[1] else { return nil }
        return RenewalCount(store: store, count: count)
    }

    /// Records a count, durably.
    func write(_ seen: RenewalCount) throws {
        try DurableFiles.replace(path, with: Array("\(seen.store) \(seen.count)\n".utf8))
    }
}

/// The renewals in a database, as far as a node has seen them.
final class SeenRenewals: Sendable {
    private let record: RenewalRecord?
    private let state: Mutex<State>
    /// The queue of all writes: a slow disk delays no renewal.
    private let queue = DispatchQueue(label: "navsync.renewals")

    /// The moment before a renewal is sent. The count that it reads must be greater than what was seen
    /// until then, and no later: of two on two connections, the later one may be noted first.
    struct Moment: Sendable {
        fileprivate let seen: RenewalCount?
        fileprivate let history: Int
    }

    private struct State {
        var seen: RenewalCount?
        var isSetBack = false
        /// The number of times that the node went on with a database that was put back.
        var history = 0
        /// The time of the next record.
        var due = ContinuousClock.now
    }

    /// The interval between two records.
    private static let interval = Duration.seconds(10)

    /// Begins with what was recorded.
    init(_ record: RenewalRecord?) {
        self.record = record
        state = Mutex(State(seen: record?.seen))
    }

    /// The present moment.
    var moment: Moment { state.withLock { Moment(seen: $0.seen, history: $0.history) } }

    /// Notes the count that a renewal has read, and records it if that is due; returns a Boolean value
    /// indicating whether the database was put back.
    ///
    /// - Parameter moment: One from before the renewal was sent.
    func note(_ present: RenewalCount, sentAfter moment: Moment) -> Bool {
        let (isSetBack, isDue) = state.withLock { state in
            // A renewal from before new histories began may have read the count from before, too.
            guard moment.history == state.history else { return (state.isSetBack, false) }
            if moment.seen?.isNot(before: present) == true { state.isSetBack = true }
            if !state.isSetBack, state.seen?.isNot(before: present) != true {
                state.seen = present
            }
            let isDue = state.due <= .now
            if isDue { state.due = .now + Self.interval }
            return (state.isSetBack, isDue)
        }
        if isDue { queue.async { [self] in writeSeen() } }
        return isSetBack
    }

    /// The count that was seen before the database was put back; `nil` if it was not.
    var beforeSetback: RenewalCount? { state.withLock { $0.isSetBack ? $0.seen : nil } }

    /// Goes on with a database that was put back: its histories have begun anew by now.
    ///
    /// - Parameter former: The count ``beforeSetback`` as they began. Without one, the database may
    ///   have been put back since, and they have yet to begin.
    func goOn(past former: RenewalCount?) {
        guard former != nil else { return }
        state.withLock { $0 = State(history: $0.history + 1) }
    }

    /// Records the count, and waits until it is durable. Of a database that was put back it is the one
    /// before, so that the next process finds that out, too.
    func keep() { queue.sync { writeSeen() } }

    private func writeSeen() {
        // A failed one is repeated with the next.
        if let seen = state.withLock({ $0.seen }) { try? record?.write(seen) }
    }
}
