internal import NavigationModel
internal import NavigationSync
internal import Synchronization

/// The changes of one transaction of the writer to the journal.
///
/// A scene is looked up by its names once, and then by its slot.
struct JournalTransaction: Sendable {
    /// The place of a scene that was looked up.
    typealias Slot = Int

    /// A scene that was looked up.
    struct Scene: Sendable {
        /// Its names.
        let key: SceneKey
        /// Its row, as the transaction leaves it.
        var head: Journal.Head
        /// Slices before the transaction that are not folded.
        fileprivate(set) var count = 0
        /// Bytes of these.
        fileprivate(set) var length = 0
        /// A Boolean value indicating whether slices before the transaction are folded.
        fileprivate(set) var isFolded = false
        /// The slices of the batch.
        fileprivate(set) var added: [JournalSlice] = []
        /// Bytes of these.
        fileprivate(set) var addedLength = 0
    }

    private let journal: Journal
    private var slots: [SceneKey: Slot] = [:]
    /// The scenes that were looked up.
    private(set) var scenes: [Scene] = []
    /// The number of the row with the slices of the batch; `nil` if there is none.
    var row: Int64?
    /// The rows of the log that were written, in order.
    var folded: [(slot: Slot, row: Segment)] = []
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

    /// Makes room for so many scenes.
    mutating func reserve(_ count: Int) {
        slots.reserveCapacity(count)
        scenes.reserveCapacity(count)
    }

    /// The bounds of what is not folded.
    var limits: JournalLimits { journal.limits }

    /// Bytes of slices beyond the limit of all.
    var excess: Int {
        journal.state.withLock { $0.length } + addedLength - freedLength - limits.length
    }

    /// Returns the slot of a scene; `nil` if its row has to be read.
    mutating func slot(of key: SceneKey) -> Slot? {
        if let slot = slots[key] { return slot }
        let scene = journal.state.withLock { state in
            state.scenes[key].map { scene in
                Scene(
                    key: key, head: scene.head, count: scene.slices.count, length: scene.length)
            }
        }
        return scene.map { insert($0) }
    }

    /// Adds a scene whose row was read: one without slices in the journal.
    mutating func insert(_ head: Journal.Head, of key: SceneKey) -> Slot {
        insert(Scene(key: key, head: head))
    }

    private mutating func insert(_ scene: Scene) -> Slot {
        slots[scene.key] = scenes.count
        scenes.append(scene)
        return scenes.count - 1
    }

    /// The head of a scene, as the transaction leaves it.
    subscript(slot: Slot) -> Journal.Head {
        _read { yield scenes[slot].head }
        _modify { yield &scenes[slot].head }
    }

    /// Returns the slices of a scene that are not folded, without those of this batch, if it is not
    /// known to be otherwise.
    func tail(of key: SceneKey) -> Journal.Tail {
        var tail = journal.tail(of: key)
        if isFolded(key) { tail.slices = [] }
        return tail
    }

    private func isFolded(_ key: SceneKey) -> Bool {
        slots[key].map { scenes[$0].isFolded } ?? false
    }

    /// Returns a Boolean value indicating whether a scene is to be folded if some slices are added.
    func isFull(_ slot: Slot, adding slices: [JournalSlice]) -> Bool {
        let more = slices.reduce(0) { $0 + $1.segment.bytes.count }
        let scene = scenes[slot]
        return more >= limits.lengthAtOnce
            || scene.count + slices.count >= limits.slicesOfScene
            || scene.length + more >= limits.lengthOfScene
    }

    /// Returns the scenes with slices that satisfy a condition.
    func scenes(where condition: (SceneKey) -> Bool) -> [SceneKey] {
        journal.state.withLock { Array($0.keys.values) }.filter { !isFolded($0) && condition($0) }
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
                    guard let key = state.keys[part.scene], !isFolded(key),
                        state.scenes[key]?.slices.contains(where: { $0.row == number }) == true
                    else { continue }
                    found.append(key)
                    if found.count >= limit { return found }
                }
            }
            return found
        }
    }

    /// Adds slices of this batch to a scene.
    mutating func add(_ slices: [JournalSlice], to slot: Slot) {
        let length = slices.reduce(0) { $0 + $1.length }
        scenes[slot].added += slices
        scenes[slot].addedLength += length
        addedLength += length
    }

    /// Records that the slices of a scene before this batch are folded; returns the rows that have
    /// no others, which are to be deleted.
    mutating func fold(_ slot: Slot) -> [Int64] {
        guard scenes[slot].count > 0 else { return [] }
        freedLength += scenes[slot].length
        (scenes[slot].count, scenes[slot].length, scenes[slot].isFolded) = (0, 0, true)
        let key = scenes[slot].key
        let rows = journal.state.withLock { state in
            (state.scenes[key]?.slices ?? []).map { ($0.row, state.rows[$0.row]?.unfolded) }
        }
        var empty: [Int64] = []
        for (row, unfolded) in rows {
            freed[row, default: 0] += 1
            if unfolded == freed[row] { empty.append(row) }
        }
        deleted += empty
        return empty
    }
}
