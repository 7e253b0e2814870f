internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SQLiteStore {
    /// A scene's row.
    struct SceneRow {
        let id: Int64
        let epoch: Epoch
        let revision: Revision
        /// The revision after which the tail begins.
        let folded: Revision
        /// The tail in the journal, in order.
        let slices: [JournalSlice]
        /// The revision at which the log begins; earlier rows may be left by a compaction that is
        /// under way.
        let oldestRevision: Revision
    }

    /// Reads a scene's row.
    ///
    /// - Parameter tail: what was in the journal before the database was read. A scene that was just
    ///     folded has none.
    static func scene(
        _ key: SceneKey, _ tail: Journal.Tail, _ db: Database
    ) throws -> SceneRow? {
        if let fault = tail.fault { throw StoreError.damaged(fault) }
        return try db.row(
            "SELECT id, epoch, \(headColumn), retained, revision, journaled FROM scene "
                + "WHERE user = ? AND scene = ?",
            [key.user.rawValue, key.scene.rawValue]
        ).map { row in
            let (id, folded) = (try row.integer(0), try row.integer(5))
            // Some may have been folded since, and the scene may be another by now.
            let slices = tail.scene == id ? tail.slices.filter { $0.row > folded } : []
            let revision = Revision(column: try row.integer(2))
            return SceneRow(
                id: id, epoch: Epoch(column: try row.integer(1)),
                revision: max(revision, slices.last?.segment.revision ?? .zero),
                folded: Revision(column: try row.integer(4)), slices: slices,
                oldestRevision: Revision(column: try row.integer(3)))
        }
    }

    /// Reads a scene: the newest snapshot, and the log after it.
    static func load(
        _ key: SceneKey, _ tail: Journal.Tail, _ db: Database
    ) throws -> StoredScene? {
        guard let scene = try scene(key, tail, db) else { return nil }
        let snapshot = try snapshot(of: scene.id, key, upTo: scene.revision, db)
        var recent = try recent(of: scene, key, upTo: snapshot?.revision ?? .zero, db)
        let replay = try replay(scene, key, from: snapshot, upTo: scene.revision, db) {
            recent.add($0)
        }
        let marks = try Self.marks(in: "mark", of: scene, db)
        // Snapshots before the beginning of the log are being deleted.
        let snapshots = try Self.marks(in: "snapshot", of: scene, db)
            .filter { $0.revision >= scene.oldestRevision }
        let noted = max(
            marks.last?.byteOffset ?? 0, snapshots.last?.byteOffset ?? 0)
        let since = max(
            marks.last?.revision ?? .zero, snapshots.last?.revision ?? .zero)
        return StoredScene(
            epoch: scene.epoch, revision: scene.revision, state: replay.state,
            snapshotRevision: snapshot?.revision ?? .zero,
            last: try lastReceipts(of: scene, key, db),
            skipped: try skipped(of: scene.id, key, db),
            snapshotLength: snapshot?.length ?? 0, oldestRevision: scene.oldestRevision,
            snapshots: snapshots, marks: marks,
            position: noted &+ (try length(of: scene, after: since, db)), recent: recent)
    }

    /// Reads the newest commits that the snapshot already contains. They are for mirrors that lag a
    /// little, which can do without: an unreadable one is left out, with those before it.
    private static func recent(
        of scene: SceneRow, _ key: SceneKey, upTo end: Revision, _ db: Database
    ) throws -> RecentCommits {
        let newest = scene.revision.rawValue
        let start = max(
            scene.oldestRevision,
            Revision(rawValue: newest - min(newest, UInt64(RecentCommits.limit))))
        var recent = RecentCommits()
        guard end > start else { return recent }
        try forEachSegment(of: scene, key, after: start, db) { revision, segment in
            do {
                let commits = try segment().commits(after: start, upTo: end, of: key)
                for commit in commits { recent.add(commit) }
            } catch is StoreError {
                recent = RecentCommits()
            }
            return revision < end
        }
        return recent
    }

    /// Calls `body` with the segments that have commits after a revision, in order, until it returns
    /// `false`: of each the last revision, and a function that reads it, or throws
    /// ``StoreError/damagedScene(_:_:)``.
    static func forEachSegment(
        of scene: SceneRow, _ key: SceneKey, after revision: Revision, _ db: Database,
        while body: (_ last: Revision, _ segment: () throws -> Segment) throws -> Bool
    ) throws {
        var continues = true
        try db.readRows(
            "SELECT revision, bytes, checksum, lengths FROM log WHERE scene = ? AND revision > ? "
                + "ORDER BY revision", [scene.id, revision.column]
        ) { row in
            continues = try body(Revision(column: try row.integer(0))) {
                try Segment(row, of: key)
            }
            return continues
        }
        for slice in scene.slices where continues && slice.segment.revision > revision {
            continues = try body(slice.segment.revision) { slice.segment }
        }
    }

    /// Applies the log after a snapshot, up to an existing revision.
    static func replay(
        _ scene: SceneRow, _ key: SceneKey, from snapshot: Snapshot?, upTo end: Revision,
        _ db: Database, noting note: (EncodedCommit) -> Void = { _ in }
    ) throws -> Replay {
        guard snapshot != nil || scene.oldestRevision == .zero else {
            throw StoreError.damagedScene(key, "no snapshot at the start of the log")
        }
        var replay = Replay(of: key, from: snapshot?.state ?? SceneState(), at: snapshot?.revision)
        let start = replay.revision
        try forEachSegment(of: scene, key, after: start, db) { _, segment in
            guard replay.revision < end else { return false }
            let commits = try segment().commits(after: start, upTo: end, of: key)
            try replay.apply(commits, of: key)
            commits.forEach(note)
            return replay.revision < end
        }
        try replay.check(isAt: end, of: key)
        return replay
    }

    /// Reads the log positions of a scene, as far as its log reaches.
    static func marks(
        in table: String, of scene: SceneRow, _ db: Database
    ) throws -> [LogPosition] {
        var marks: [LogPosition] = []
        try db.forEachRow(
            "SELECT revision, lived, position FROM \(table) WHERE scene = ? ORDER BY revision",
            [scene.id]
        ) { row in
            let revision = Revision(column: try row.integer(0))
            guard revision <= scene.revision else { return }
            marks.append(
                LogPosition(
                    revision: revision, accumulatedUptime: Duration(column: try row.integer(1)),
                    byteOffset: UInt64(bitPattern: try row.integer(2))))
        }
        return marks
    }

    /// Returns the bytes of all commits after a revision.
    private static func length(
        of scene: SceneRow, after revision: Revision, _ db: Database
    ) throws -> UInt64 {
        let inJournal = scene.slices.reduce(UInt64(0)) { sum, slice in
            let segment = slice.segment
            guard segment.revision > revision else { return sum }
            return sum + UInt64(segment.bytes.count)
                - (segment.first > revision
                    ? 0 : Segment.length(upTo: revision, of: segment.revision, segment.lengths))
        }
        let row = try db.row(
            "SELECT coalesce(sum(length(bytes)), 0) FROM log WHERE scene = ? AND revision > ?",
            [scene.id, revision.column])
        let length = inJournal &+ UInt64(bitPattern: try row?.integer(0) ?? 0)
        // The first row may begin at an earlier revision.
        let first = try db.row(
            "SELECT revision, lengths FROM log WHERE scene = ? AND revision > ? "
                + "ORDER BY revision LIMIT 1", [scene.id, revision.column])
        guard let first else { return length }
        return length
            &- Segment.length(
                upTo: revision, of: Revision(column: try first.integer(0)),
                try first.optionalBytes(1))
    }

    /// Reads a page of the log.
    static func log(
        of key: SceneKey, after revision: Revision, _ page: (limit: Int, length: Int),
        _ tail: Journal.Tail, _ db: Database
    ) throws -> [EncodedCommit] {
        guard page.limit > 0, let scene = try scene(key, tail, db) else { return [] }
        let start = max(revision, scene.oldestRevision)
        var commits = LogPage(limit: page.limit, length: page.length)
        try forEachSegment(of: scene, key, after: start, db) { _, segment in
            try commits.add(segment(), after: start, of: key)
            // A row is read and checked as a whole: one that might not fit is left to the next page.
            return !commits.isFull && commits.room >= Segment.lengthLimit
        }
        return commits.commits
    }

    /// Reads the receipt of one change.
    static func storedReceipt(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey,
        _ tail: Journal.Tail, _ db: Database
    ) throws -> StoredReceipt? {
        let row = try db.row(
            "SELECT \(ReceiptRun.columns) FROM scene "
                + "JOIN settlement ON settlement.scene = scene.id "
                + "WHERE user = ? AND scene.scene = ? AND device = ? AND sequence >= ? "
                + "ORDER BY sequence LIMIT 1",
            [key.user.rawValue, key.scene.rawValue, device.column, sequence.column])
        guard let row else { return try receiptInTail(of: sequence, by: device, in: key, tail, db) }
        guard try SequenceNumber(column: row.integer(1)) != sequence else {
            return try ReceiptRun.last(in: row, of: key)
        }
        return try ReceiptRun.earlier(in: row, of: key).first { $0.sequence == sequence }
    }

    private static func receiptInTail(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey,
        _ tail: Journal.Tail, _ db: Database
    ) throws -> StoredReceipt? {
        guard let scene = try scene(key, tail, db) else { return nil }
        var found: StoredReceipt?
        try forEachRun(inTailOf: scene, of: key, db) { run in
            guard run.device == device, run.first <= sequence, sequence <= run.last else { return }
            guard let receipts = run.receipts else {
                throw StoreError.damagedScene(key, "invalid receipts up to change \(run.last)")
            }
            found = receipts.first { $0.sequence == sequence }
        }
        return found
    }

    /// A snapshot that was read.
    struct Snapshot {
        let state: SceneState
        let revision: Revision
        let length: Int
    }

    /// Reads the newest snapshot up to a revision.
    static func snapshot(
        of scene: Int64, _ key: SceneKey, upTo end: Revision, _ db: Database
    ) throws -> Snapshot? {
        guard let (revision, bytes) = try encodedSnapshot(of: scene, key, upTo: end, db)
        else { return nil }
        do {
            return Snapshot(
                state: try SceneState(snapshot: bytes), revision: revision, length: bytes.count)
        } catch {
            throw StoreError.damagedScene(key, "the snapshot at revision \(revision): \(error)")
        }
    }

    /// Reads the newest snapshot after one revision and up to another, as it is stored.
    static func encodedSnapshot(
        of scene: Int64, _ key: SceneKey, after start: Revision = .zero, upTo end: Revision,
        _ db: Database
    ) throws -> (revision: Revision, bytes: [UInt8])? {
        let row = try db.row(
            "SELECT revision, bytes, checksum, parts FROM snapshot "
                + "WHERE scene = ? AND revision > ? AND revision <= ? "
                + "ORDER BY revision DESC LIMIT 1",
            [scene, start.column, end.column])
        guard let row else { return nil }
        let revision = Revision(column: try row.integer(0))
        let (bytes, parts) = (try row.bytes(1), Int(clamping: try row.integer(3)))
        guard try row.integer(2) == Checksum.of(bytes),
            let whole = parts == 0
                ? bytes : try joined(parts, of: scene, at: revision, by: bytes, db)
        else {
            throw StoreError.damagedScene(
                key, "the snapshot at revision \(revision) has a wrong checksum")
        }
        return (revision, whole)
    }

    /// Reads the receipt with the greatest sequence number of each device: two steps in the index
    /// for each, however many changes there were.
    private static func lastReceipts(
        of scene: SceneRow, _ key: SceneKey, _ db: Database
    ) throws -> [DeviceID: StoredReceipt] {
        var last: [DeviceID: StoredReceipt] = [:]
        for device in try devices(of: scene.id, key, db) {
            let row = try db.row(
                "SELECT \(ReceiptRun.columns) FROM settlement "
                    + "WHERE scene = ? AND device = ? ORDER BY sequence DESC LIMIT 1",
                [scene.id, device.column])
            last[device] = try row.map { try ReceiptRun.last(in: $0, of: key) }
        }
        try forEachRun(inTailOf: scene, of: key, db) { run in
            guard let receipt = run.lastStored else {
                throw StoreError.damagedScene(key, "invalid receipt of change \(run.last)")
            }
            last[run.device] = receipt
        }
        return last
    }

    /// Reads the numbers that devices have skipped.
    static func skipped(
        of scene: Int64, _ key: SceneKey, _ db: Database
    ) throws -> [SkippedSequences] {
        var skipped: [SkippedSequences] = []
        try db.forEachRow(
            "SELECT device, first, last FROM skipped WHERE scene = ? ORDER BY device, first",
            [scene]
        ) { row in
            let first = SequenceNumber(column: try row.integer(1))
            let last = SequenceNumber(column: try row.integer(2))
            guard let device = DeviceID(column: try row.bytes(0)), first <= last else {
                throw StoreError.damagedScene(key, "invalid row of skipped sequence numbers")
            }
            skipped.append(SkippedSequences(device: device, range: first...last))
        }
        return skipped
    }

    /// Reads the devices that ever changed a scene, except in its tail: one step in the index for each.
    static func devices(
        of scene: Int64, _ key: SceneKey, _ db: Database
    ) throws -> [DeviceID] {
        var devices: [DeviceID] = []
        var column = Data()
        while let next = try db.row(
            "SELECT device FROM settlement WHERE scene = ? AND device > ? ORDER BY device LIMIT 1",
            [scene, column])
        {
            let bytes = try next.bytes(0)
            guard let device = DeviceID(column: bytes) else {
                throw StoreError.damagedScene(key, "invalid device id of \(bytes.count) bytes")
            }
            devices.append(device)
            column = Data(bytes)
        }
        return devices
    }
}
