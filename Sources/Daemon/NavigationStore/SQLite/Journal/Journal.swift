internal import NavigationModel
internal import NavigationSync
internal import Synchronization

/// The memory of the journal: what its rows hold that is not folded into the log, the last rows that
/// were, and the writer's cache of the scenes' rows, so that a batch reads next to nothing.
///
/// Only the writer alters it, by a ``JournalTransaction`` that is applied once it is committed. Others
/// read the slices of a scene before they begin to read the database: then what they find there is
/// as new at least, and the slices that were folded meanwhile are left out by the number in the
/// scene's row.
final class Journal: Sendable {
    /// A scene's row, as the writer has left it.
    struct Head: Sendable {
        /// The id of the row.
        let id: Int64
        /// The id of its history.
        let epoch: Epoch
        /// The revision, with what is not folded.
        var revision: Revision
        /// The last sequence numbers of the devices that wrote to it: at least of all that are not
        /// folded.
        var last: [DeviceID: SequenceNumber] = [:]
        /// A Boolean value indicating whether one of its slices is damaged.
        var isDamaged = false
    }

    /// The slices of a scene that are not folded, oldest first.
    struct Tail: Sendable {
        /// The id of the scene's row.
        var scene: Int64 = 0
        /// The slices; none for a scene that is folded.
        var slices: [JournalSlice] = []
        /// The reason why those of all scenes are incomplete; `nil` if they are not.
        var fault: String?
    }

    /// The contents of a row of the table.
    struct Row: Sendable {
        /// The scenes of its slices, with the last revision of each.
        var parts: [(scene: Int64, revision: Revision)] = []
        /// The number of slices that are not folded.
        var unfolded = 0
    }

    /// A scene written to lately, or with slices.
    struct Scene: Sendable {
        /// Its row.
        var head: Head
        /// The slices that are not folded, oldest first.
        var slices: [JournalSlice] = []
        /// Bytes of the slices.
        var length = 0
    }

    /// The contents of the memory.
    struct State: Sendable {
        /// The scenes written to lately, and all with slices.
        var scenes: [SceneKey: Scene] = [:]
        /// The scenes with slices, by the ids of their rows.
        var keys: [Int64: SceneKey] = [:]
        /// The rows of the table, by number.
        var rows: [Int64: Row] = [:]
        /// The numbers of all rows, and some more, in order.
        var order: [Int64] = []
        /// The place of the first row in them.
        var first = 0
        /// Bytes of all slices.
        var length = 0
        /// The number of the last batch; `nil` before the first.
        var batch: UInt64?
        /// The greatest accumulated uptime.
        var uptime = Duration.zero
        /// The accumulated uptime in the shard's row.
        var recordedUptime = Duration.zero
        /// The reason why some rows can't be read; `nil` if all can.
        var fault: String?
        /// A Boolean value indicating whether it has to be read again.
        var isStale = false
        /// The last rows of the log.
        var recent = RecentRows()
    }

    /// The bounds of the slices.
    let limits: JournalLimits
    /// The contents: locked for a moment at a time.
    let state: Mutex<State>

    /// The most scenes without slices; beyond that they are read again.
    private static let idleLimit = 16_384

    /// Begins with what was read from the table.
    init(_ state: State, limits: JournalLimits = JournalLimits()) {
        self.limits = limits
        self.state = Mutex(state)
    }

    /// The greatest accumulated uptime.
    var uptime: Duration { state.withLock { $0.uptime } }

    /// Returns the slices of a scene, to be read before the database.
    func tail(of key: SceneKey?) -> Tail {
        state.withLock { state in
            guard let scene = key.flatMap({ state.scenes[$0] }) else {
                return Tail(fault: state.fault)
            }
            return Tail(scene: scene.head.id, slices: scene.slices, fault: state.fault)
        }
    }

    /// Returns the commits of a history in memory, from the one after a revision on, in order: in
    /// the last rows of the log, and in the slices after them. None if that one is not among them.
    ///
    /// - Parameter length: bytes after which no more are needed.
    func segments(
        of key: SceneKey, _ epoch: Epoch, after revision: Revision, length: Int
    ) -> [Segment] {
        state.withLock { state in
            guard let scene = state.scenes[key], scene.head.epoch == epoch, state.fault == nil
            else { return [] }
            var segments: [Segment] = []
            var (end, room) = (revision, length)
            for row in state.recent.rows(of: key, epoch, after: revision) {
                guard room >= 0 else { return segments }
                segments.append(row)
                end = row.revision
                // The first may begin with others.
                if row.first > revision { room -= row.bytes.count }
            }
            let slices = scene.slices.lazy.map(\.segment).drop { $0.revision <= end }
            if let next = slices.first, next.first <= end.next { segments += slices }
            return segments
        }
    }

    /// Has it read again before the next transaction: the result of the last is not known.
    func invalidate() { state.withLock { $0.isStale = true } }

    /// Takes over what a committed transaction has done.
    func apply(_ transaction: JournalTransaction) {
        state.withLock { state in
            for (key, change) in transaction.changes {
                if change.isFolded { state.dropSlices(of: key) }
                state.scenes[key, default: Scene(head: change.head)].head = change.head
            }
            for row in transaction.deleted { state.rows[row] = nil }
            state.skipDeleted()
            if let row = transaction.row { state.add(transaction.added, in: row) }
            state.batch = transaction.batch
            state.uptime = transaction.uptime
            state.recordedUptime = transaction.recordedUptime
            state.isStale = state.isStale || transaction.isStaleAfter
            if transaction.forgetsIdle {
                state.recent = RecentRows()
            } else {
                for (key, row) in transaction.folded {
                    guard let epoch = transaction.changes[key]?.head.epoch else { continue }
                    state.recent.add(row, of: key, epoch, within: limits.recentLength)
                }
            }
            if transaction.forgetsIdle || state.scenes.count - state.keys.count > Self.idleLimit {
                state.scenes = state.scenes.filter { !$0.value.slices.isEmpty }
            }
        }
    }
}

/// The bounds of what the journal holds that is not folded.
package struct JournalLimits: Sendable {
    /// Slices of a scene: what a fold has to join.
    package var slicesOfScene = 64
    /// Bytes of a scene: what makes a whole row of the log.
    package var lengthOfScene = 65_536
    /// Bytes of one batch in a scene that are written to the log at once: the pages that this alters
    /// besides are few beside its own.
    package var lengthAtOnce = 16_384
    /// Bytes of all scenes. Ten thousand that change in turn have three changes in each fold.
    package var length = 33_554_432
    /// Bytes of the rows of the log that memory has besides, of all scenes.
    package var recentLength = 8_388_608

    /// Creates the bounds of a daemon.
    package init() {}
}

extension Journal.State {
    /// Adds slices of a row to their scenes, which are known.
    mutating func add(_ slices: [(key: SceneKey, slice: JournalSlice)], in number: Int64) {
        var row = Journal.Row()
        row.parts.reserveCapacity(slices.count)
        for (key, slice) in slices {
            guard let index = scenes.index(forKey: key) else { continue }
            let id = scenes.values[index].head.id
            scenes.values[index].slices.append(slice)
            scenes.values[index].length += slice.length
            keys[id] = key
            length += slice.length
            row.parts.append((id, slice.segment.revision))
            row.unfolded += 1
        }
        insert(row, number)
    }

    /// Adds a row, whose slices have been added.
    mutating func insert(_ row: Journal.Row, _ number: Int64) {
        rows[number] = row
        order.append(number)
    }

    fileprivate mutating func skipDeleted() {
        while first < order.count, rows[order[first]] == nil { first += 1 }
        // Rows in the middle are deleted too.
        guard order.count > 2 * rows.count + 64 else { return }
        order = order.filter { rows[$0] != nil }
        first = 0
    }

    fileprivate mutating func dropSlices(of key: SceneKey) {
        guard let index = scenes.index(forKey: key) else { return }
        for slice in scenes.values[index].slices { rows[slice.row]?.unfolded -= 1 }
        length -= scenes.values[index].length
        keys[scenes.values[index].head.id] = nil
        scenes.values[index].slices = []
        scenes.values[index].length = 0
    }
}

/// The changes of one transaction of the writer to the journal.
struct JournalTransaction: Sendable {
    /// The changes to a scene.
    struct Change: Sendable {
        /// The row as the transaction leaves it.
        var head: Journal.Head
        /// A Boolean value indicating whether the slices before the transaction are folded.
        var isFolded = false
        /// A Boolean value indicating whether slices were added.
        var isExtended = false
    }

    private let journal: Journal
    /// The changed scenes.
    private(set) var changes: [SceneKey: Change] = [:]
    /// The slices of the batch, in order.
    private(set) var added: [(key: SceneKey, slice: JournalSlice)] = []
    /// The row with them; `nil` if there is none.
    var row: Int64?
    /// The rows of the log that were written, in order.
    var folded: [(key: SceneKey, row: Segment)] = []
    /// The rows whose slices are all folded.
    private(set) var deleted: [Int64] = []
    /// Slices of each row that were folded.
    private var freed: [Int64: Int] = [:]
    /// Bytes of slices that were folded.
    private(set) var freedLength = 0
    /// Bytes of slices that were added.
    private(set) var addedLength = 0
    /// A Boolean value indicating whether rows of scenes were altered otherwise.
    var forgetsIdle = false
    /// A Boolean value indicating whether the journal has to be read again after it.
    var isStaleAfter = false
    /// The number of the batch, or of the last one.
    var batch: UInt64?
    /// The greatest accumulated uptime.
    var uptime: Duration
    /// The accumulated uptime in the shard's row.
    var recordedUptime: Duration

    /// Begins with the journal as it is.
    init(_ journal: Journal) {
        self.journal = journal
        (batch, uptime, recordedUptime) = journal.state.withLock {
            ($0.batch, $0.uptime, $0.recordedUptime)
        }
    }

    /// The bounds of what is not folded.
    var limits: JournalLimits { journal.limits }

    /// Bytes of slices beyond the limit of all.
    var excess: Int {
        journal.state.withLock { $0.length } + addedLength - freedLength - limits.length
    }

    /// Returns the head of a scene; `nil` if it has to be read.
    func head(of key: SceneKey) -> Journal.Head? {
        changes[key]?.head ?? journal.state.withLock { $0.scenes[key]?.head }
    }

    /// Returns the slices of a scene that are not folded, without those of this batch, if it is not
    /// known to be otherwise.
    func tail(of key: SceneKey) -> Journal.Tail {
        var tail = journal.tail(of: key)
        if changes[key]?.isFolded == true { tail.slices = [] }
        return tail
    }

    /// Returns a Boolean value indicating whether a scene is to be folded if some slices are added.
    func isFull(_ key: SceneKey, adding slices: [JournalSlice]) -> Bool {
        let more = slices.reduce(0) { $0 + $1.segment.bytes.count }
        let folded = changes[key]?.isFolded == true
        let (count, length) = journal.state.withLock { state in
            folded ? (0, 0) : state.scenes[key].map { ($0.slices.count, $0.length) } ?? (0, 0)
        }
        return more >= limits.lengthAtOnce || count + slices.count >= limits.slicesOfScene
            || length + more >= limits.lengthOfScene
    }

    /// Returns the scenes with slices that satisfy a condition.
    func scenes(where condition: (SceneKey) -> Bool) -> [SceneKey] {
        journal.state.withLock { Array($0.keys.values) }.filter { key in
            changes[key]?.isFolded != true && condition(key)
        }
    }

    /// Returns the scenes of some rows that are not folded, oldest first.
    ///
    /// - Parameters:
    /// - scene: the scene that has slices in each of the rows; `nil` for all rows.
    /// - revision: the greatest revision of these.
    func scenes(
        besides scene: Int64? = nil, upTo revision: Revision = Revision(rawValue: .max), limit: Int
    ) -> [SceneKey] {
        journal.state.withLock { state in
            var (found, seen) = ([SceneKey](), Set<Int64>())
            for number in state.order[state.first...] {
                guard let row = state.rows[number], row.unfolded > freed[number] ?? 0 else {
                    continue
                }
                let isAmong =
                    scene.map { scene in
                        row.parts.contains { $0.scene == scene && $0.revision <= revision }
                    } ?? true
                guard isAmong else { continue }
                for part in row.parts where seen.insert(part.scene).inserted {
                    guard let key = state.keys[part.scene], changes[key]?.isFolded != true,
                        state.scenes[key]?.slices.contains(where: { $0.row == number }) == true
                    else { continue }
                    found.append(key)
                    if found.count >= limit { return found }
                }
            }
            return found
        }
    }

    /// Records the head of a scene.
    mutating func set(_ head: Journal.Head, of key: SceneKey) {
        changes[key, default: Change(head: head)].head = head
    }

    /// Adds slices of this batch to a scene whose head was recorded.
    mutating func add(_ slices: [JournalSlice], to key: SceneKey) {
        changes[key]?.isExtended = true
        for slice in slices {
            added.append((key, slice))
            addedLength += slice.length
        }
    }

    /// Records that the slices of a scene before this batch are folded; returns the rows that have
    /// no others, which are to be deleted.
    mutating func fold(_ key: SceneKey) -> [Int64] {
        guard let scene = journal.state.withLock({ $0.scenes[key] }), !scene.slices.isEmpty,
            changes[key]?.isFolded != true
        else { return [] }
        changes[key, default: Change(head: scene.head)].isFolded = true
        freedLength += scene.length
        var empty: [Int64] = []
        for slice in scene.slices {
            freed[slice.row, default: 0] += 1
            let unfolded = journal.state.withLock { $0.rows[slice.row]?.unfolded }
            if unfolded == freed[slice.row] { empty.append(slice.row) }
        }
        deleted += empty
        return empty
    }
}
