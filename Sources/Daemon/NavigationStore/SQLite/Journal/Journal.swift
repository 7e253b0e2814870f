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
            for scene in transaction.scenes { state.take(scene) }
            state.length += transaction.addedLength - transaction.freedLength
            for row in transaction.deleted { state.rows[row] = nil }
            state.skipDeleted()
            if let row = transaction.row { state.insert(Row(of: transaction.scenes), row) }
            state.batch = transaction.batch
            state.uptime = transaction.uptime
            state.recordedUptime = transaction.recordedUptime
            state.isStale = state.isStale || transaction.isStaleAfter
            if transaction.forgetsIdle {
                state.recent = RecentRows()
            } else {
                for (slot, row) in transaction.folded {
                    let scene = transaction.scenes[slot]
                    state.recent.add(
                        row, of: scene.key, scene.head.epoch, within: limits.recentLength)
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

extension Journal.Row {
    /// Joins the slices that a batch has added to scenes.
    fileprivate init(of scenes: [JournalTransaction.Scene]) {
        for scene in scenes {
            for slice in scene.added { parts.append((scene.head.id, slice.segment.revision)) }
        }
        unfolded = parts.count
    }
}

extension Journal.Scene {
    /// Takes over what a transaction has done to it; returns the slices that it has folded.
    fileprivate mutating func take(_ scene: JournalTransaction.Scene) -> [JournalSlice] {
        var folded: [JournalSlice] = []
        if scene.isFolded {
            swap(&folded, &slices)
            length = 0
        }
        head = scene.head
        slices += scene.added
        length += scene.addedLength
        return folded
    }
}

extension Journal.State {
    /// Takes over what a transaction has done to a scene.
    fileprivate mutating func take(_ scene: JournalTransaction.Scene) {
        if scene.isFolded, scene.added.isEmpty {
            keys[scene.head.id] = nil
        } else if scene.count == 0, !scene.added.isEmpty {
            keys[scene.head.id] = scene.key
        }
        guard let index = scenes.index(forKey: scene.key) else {
            scenes[scene.key] = Journal.Scene(
                head: scene.head, slices: scene.added, length: scene.addedLength)
            return
        }
        for slice in scenes.values[index].take(scene) { rows[slice.row]?.unfolded -= 1 }
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
}
