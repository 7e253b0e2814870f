internal import DatabaseFiles
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import Synchronization

/// The journal: a row for each batch, with the commits and the receipts of all its scenes one after
/// the other. So a batch is written at the end of one table, however many scenes it has. What else
/// follows from it is written when a scene is *folded*: its commits become a row of the log, however
/// many batches they are of, its receipts rows of `settlement`, and its own row gets the revision,
/// the length, and the number of the last row of the journal that is folded of it. A row of the
/// journal is deleted once all its slices are folded.
extension SQLiteStore {
    /// Accumulated uptime that is recorded at the latest with the next batch.
    static let uptimeInterval = Duration.seconds(10)
    /// Scenes that one step folds besides its own work: other commits wait for it.
    static let foldedInStep = 32

    /// The number of the last row of the journal, or of one that was deleted, as a column. A new scene
    /// has none up to it, though its row may have the id of one that was deleted.
    static let lastRowOfJournal =
        "(SELECT max(coalesce(max(batch), 0), coalesce((SELECT max(id) FROM journal), 0)) "
        + "FROM shard)"

    /// Reads the whole journal; a fault, and damaged slices, are part of the result.
    static func readJournal(_ db: Database) throws -> Journal.State {
        var state = Journal.State()
        guard try db.tableExists("journal") else { return state }
        var found: [Int64: JournaledScene] = [:]
        do {
            try db.forEachRow("SELECT id, scenes, slices FROM journal ORDER BY id", []) { row in
                let number = try row.integer(0)
                let parts = JournalRow.parts(
                    of: number, scenes: try row.bytes(1), slices: try row.bytes(2))
                guard let parts, try add(parts, of: number, to: &state, &found, db) else {
                    state.fault = "row \(number) of the journal has a wrong checksum"
                    return
                }
            }
        } catch let error where StoreError.isDamage(error) {
            state.fault = "the journal: \(error)"
        }
        return state
    }

    /// Reads the journal at the start: twice if it seems to be damaged, the second time by a new
    /// connection.
    static func openJournal(
        _ file: DatabaseFile, _ pool: DatabasePool
    ) throws -> Journal.State {
        let state = try pool.read { db in try readJournal(db) }
        let isSound =
            state.fault == nil
            && state.scenes.values.allSatisfy { $0.slices.allSatisfy(\.segment.isSound) }
        return isSound ? state : try file.readAnew { db in try readJournal(db) }
    }

    /// A scene as its row is, while the journal is read.
    private struct JournaledScene {
        /// The name; `nil` for an erased scene.
        let key: SceneKey?
        let head: Journal.Head
        /// The last row of the journal that is folded.
        let folded: Int64
    }

    /// Adds a row; returns `false` if a scene of it does not exist.
    private static func add(
        _ parts: [JournalRow.Part], of number: Int64, to state: inout Journal.State,
        _ found: inout [Int64: JournaledScene], _ db: Database
    ) throws -> Bool {
        var row = Journal.Row()
        for (id, slice) in parts {
            row.parts.append((id, slice.segment.revision))
            guard let scene = try found[id] ?? journaledScene(id, db) else { return false }
            found[id] = scene
            guard let key = scene.key, number > scene.folded else { continue }
            var entry = state.scenes[key] ?? Journal.Scene(head: scene.head)
            entry.slices.append(slice)
            entry.length += slice.length
            entry.head.revision = max(entry.head.revision, slice.segment.revision)
            entry.head.isDamaged = entry.head.isDamaged || !slice.segment.isSound
            // Damaged ones are reported when the scene is loaded.
            for run in (try? slice.runs(of: key)) ?? [] { entry.head.last[run.device] = run.last }
            state.scenes[key] = entry
            state.keys[id] = key
            state.length += slice.length
            row.unfolded += 1
        }
        state.insert(row, number)
        return true
    }

    private static func journaledScene(_ id: Int64, _ db: Database) throws -> JournaledScene? {
        let row = try db.row(
            "SELECT user, scene, epoch, revision, journaled FROM scene WHERE id = ?", [id])
        guard let row else { return nil }
        let isErased = try row.text(0).isEmpty
        return JournaledScene(
            key: isErased
                ? nil : SceneKey(user: try row.identifier(0), scene: try row.scene(1)),
            head: Journal.Head(
                id: id, epoch: Epoch(column: try row.integer(2)),
                revision: Revision(column: try row.integer(3))),
            folded: try row.integer(4))
    }

    /// Begins a transaction that alters scenes.
    func beginJournaling(_ db: Database) throws -> JournalTransaction {
        if journal.state.withLock({ $0.isStale }) {
            var state = try Self.readJournal(db)
            journal.state.withLock {
                (state.uptime, state.recordedUptime) = ($0.uptime, $0.recordedUptime)
                $0 = state
            }
        }
        return JournalTransaction(journal)
    }

    /// Runs `body` in a transaction that alters scenes, as ``write(_:sync:_:durably:then:)`` does.
    func alter<Result: Sendable>(
        _ policy: SpacePolicy = .needsSpace, sync: SyncPolicy = .atOnce,
        _ body: @escaping @Sendable (Database, inout JournalTransaction) throws -> Result,
        durably note: @escaping @Sendable (Result) -> Void = { _ in },
        then report: @escaping @Sendable (Swift.Result<Result, StoreError>) -> Void
    ) {
        write(policy, sync: sync) { [self] db in
            var transaction = try beginJournaling(db)
            return (try body(db, &transaction), transaction)
        } durably: { [journal] result, transaction in
            journal.apply(transaction)
            note(result)
        } then: { result in
            report(result.map(\.0))
        }
    }

    /// Runs `body` in a transaction that alters scenes, and commits it.
    func alter<Result: Sendable>(
        _ policy: SpacePolicy = .needsSpace, sync: SyncPolicy = .atOnce,
        _ body: @escaping @Sendable (Database, inout JournalTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        let result: Swift.Result<Result, StoreError> = await withCheckedContinuation {
            continuation in
            alter(policy, sync: sync, body, then: { continuation.resume(returning: $0) })
        }
        return try result.get()
    }

    /// Writes the slices of a batch as one row, if there are any.
    static func insertRow(
        _ number: UInt64, _ transaction: inout JournalTransaction, _ db: Database
    ) throws {
        guard transaction.addedLength > 0 else { return }
        var parts: [JournalRow.Part] = []
        for scene in transaction.scenes {
            for slice in scene.added { parts.append((scene.head.id, slice)) }
        }
        let (scenes, slices) = JournalRow.encoded(parts)
        let row = Int64(bitPattern: number)
        try db.step(
            "INSERT INTO journal (id, scenes, slices) VALUES (?, ?, ?)",
            [.integer(row), .bytes(scenes), .bytes(slices)])
        transaction.row = row
    }

    /// Throws ``StoreError/damagedScene(_:_:)`` unless the rows of the journal are as they were
    /// written, or read at the start: they are in memory besides.
    static func checkJournal(_ scene: SceneRow, _ key: SceneKey, _ db: Database) throws {
        var (number, parts) = (Int64?.none, [JournalRow.Part]())
        for slice in scene.slices {
            if slice.row != number {
                let row = try db.row(
                    "SELECT scenes, slices FROM journal WHERE id = ?", [slice.row])
                parts =
                    try row.flatMap { row in
                        JournalRow.parts(
                            of: slice.row, scenes: try row.bytes(0), slices: try row.bytes(1))
                    } ?? []
                number = slice.row
            }
            guard parts.contains(where: { $0.scene == scene.id && $0.slice == slice }) else {
                throw StoreError.damagedScene(
                    key, "\(slice.segment.title) a wrong checksum in the journal")
            }
        }
    }
}

extension RegistryChange {
    /// A Boolean value indicating whether it deletes something of scenes, or replaces them.
    var altersScenes: Bool {
        switch self {
        case .user, .device, .invitation, .deleteInvitation: false
        case .release, .eraseScene, .moveScene, .heal, .erase: true
        }
    }
}

// MARK: - Folding

extension SQLiteStore {
    /// Folds a scene, and more slices of this batch that are not in the journal.
    ///
    /// - Parameters:
    /// - more: the further slices.
    /// - snapshot: the revision of a snapshot: a row of the log ends there, if a batch does.
    /// - skipsDamage: whether damaged slices are left out, instead of throwing
    ///     ``StoreError/damagedScene(_:_:)``.
    static func fold(
        _ key: SceneKey, with more: [JournalSlice] = [], endingRowAt snapshot: Revision? = nil,
        skippingDamage skipsDamage: Bool = false, _ transaction: inout JournalTransaction,
        _ db: Database
    ) throws {
        let tail = transaction.tail(of: key)
        guard let slot = transaction.slot(of: key), !(tail.slices + more).isEmpty else { return }
        var slices = tail.slices + more
        let end = slices.last?.row ?? 0
        if skipsDamage { slices.removeAll { !$0.segment.isSound } }
        // First, so that the rows of the log take the pages of those of the journal: a page that is
        // freed is overwritten, and a transaction writes each page once.
        try delete(transaction.fold(slot), db)
        let id = transaction[slot].id
        for row in try insert(slices, of: id, endingRowAt: snapshot, key, db) {
            transaction.folded.append((slot, row))
        }
        try db.step(
            "UPDATE scene SET revision = max(revision, ?), length = length + ?, "
                + "journaled = max(journaled, ?) WHERE id = ?",
            [
                .integer((slices.last?.segment.revision ?? .zero).column),
                .integer(Int64(slices.reduce(0) { $0 + $1.segment.bytes.count })),
                .integer(end), .integer(id),
            ])
    }

    /// Writes the rows of the log and those of the receipts; returns the former.
    private static func insert(
        _ slices: [JournalSlice], of scene: Int64, endingRowAt snapshot: Revision?,
        _ key: SceneKey, _ db: Database
    ) throws -> [Segment] {
        var rows: [Segment] = []
        for slice in slices where !slice.segment.isSound {
            _ = try slice.segment.commits(of: key)
        }
        let start = slices.firstIndex { $0.segment.revision > snapshot ?? .zero } ?? slices.count
        for part in [slices[..<start], slices[start...]] {
            for segment in Segment.joined(part.map(\.segment)) {
                try db.step(
                    "INSERT INTO log (scene, revision, bytes, checksum, lengths) "
                        + "VALUES (?, ?, ?, ?, ?)",
                    [
                        .integer(scene), .integer(segment.revision.column), .bytes(segment.bytes),
                        .integer(segment.checksum), .orNull(segment.lengths),
                    ])
                rows.append(segment)
            }
            let runs = try part.flatMap { try $0.runs(of: key) }
            for run in ReceiptRun.joined(runs) { try run.insert(of: scene, db) }
        }
        return rows
    }

    /// Deletes rows of the journal. The number of the last batch is recorded, as they had it.
    private static func delete(_ rows: [Int64], _ db: Database) throws {
        for row in rows { try db.step("DELETE FROM journal WHERE id = ?", [.integer(row)]) }
        guard let last = rows.max() else { return }
        try db.step("UPDATE shard SET batch = max(batch, ?)", [.integer(last)])
    }

    /// Folds those of some scenes that are sound; returns whether there was one.
    private static func foldSound(
        _ keys: [SceneKey], _ transaction: inout JournalTransaction, _ db: Database
    ) throws -> Bool {
        var isAny = false
        for key in keys {
            guard transaction.tail(of: key).slices.allSatisfy(\.segment.isSound) else { continue }
            try fold(key, &transaction, db)
            isAny = true
        }
        return isAny
    }

    /// Folds the scenes with the oldest slices, as long as the journal is longer than its limit: of
    /// twice as many bytes as the batch has at most, so that it becomes shorter, and the batch takes
    /// no longer than twice the time.
    static func foldOldest(_ transaction: inout JournalTransaction, _ db: Database) throws {
        let most = transaction.freedLength + max(65_536, 2 * transaction.addedLength)
        while transaction.excess > 0, transaction.freedLength < most {
            let keys = transaction.scenes(limit: 8)
            guard try foldSound(keys, &transaction, db) else { return }
        }
    }

    /// Folds some of the scenes in the rows of the journal that hold commits of another scene, so
    /// that these rows are deleted; returns whether there are more.
    static func foldRows(
        besides scene: Int64, upTo revision: Revision = Revision(rawValue: .max),
        _ transaction: inout JournalTransaction, _ db: Database
    ) throws -> Bool {
        let keys = transaction.scenes(besides: scene, upTo: revision, limit: foldedInStep)
        return try foldSound(keys, &transaction, db)
    }

    /// Folds all scenes that are sound.
    static func foldAll(_ transaction: inout JournalTransaction, _ db: Database) throws {
        _ = try foldSound(transaction.scenes { _ in true }, &transaction, db)
    }

    /// Folds the scenes that a registry change is about to alter.
    static func fold(
        before change: RegistryChange, _ transaction: inout JournalTransaction, _ db: Database
    ) throws {
        switch change {
        case .user, .device, .invitation, .deleteInvitation: return
        case .release(_, let user, _):
            // A damaged scene is not a reason to let the device stay.
            _ = try foldSound(transaction.scenes { $0.user == user }, &transaction, db)
        case .eraseScene(let key, _, _):
            try fold(key, skippingDamage: true, &transaction, db)
        case .moveScene(let key, _, _, _): try fold(key, &transaction, db)
        case .heal(let key, let healed, _):
            try fold(key, skippingDamage: healed.expected == nil, &transaction, db)
        case .erase(let user):
            for key in transaction.scenes(where: { $0.user == user }) {
                try fold(key, skippingDamage: true, &transaction, db)
            }
        }
        transaction.forgetsIdle = true
    }
}
