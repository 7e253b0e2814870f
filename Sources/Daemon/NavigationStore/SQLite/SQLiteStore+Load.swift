internal import DatabaseFiles
internal import FoundationEssentials
internal import GRDB
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SQLiteStore {
    /// A scene's row.
    struct SceneRow {
        let id: Int64
        let epoch: Epoch
        let revision: Revision
        /// The revision at which the log begins; earlier rows may be left by a compaction that is
        /// under way.
        let oldestRevision: Revision
    }

    /// Reads a scene's row.
    static func scene(_ key: SceneKey, _ db: Database) throws -> SceneRow? {
        try db.row(
            "SELECT id, epoch, revision, retained FROM scene WHERE user = ? AND scene = ?",
            [key.user.rawValue, key.scene.rawValue]
        ).map { row in
            SceneRow(
                id: try row.integer(0), epoch: Epoch(column: try row.integer(1)),
                revision: Revision(column: try row.integer(2)),
                oldestRevision: Revision(column: try row.integer(3)))
        }
    }

    /// Reads a scene: the newest snapshot, and the log after it.
    static func load(_ key: SceneKey, _ db: Database) throws -> StoredScene? {
        guard let scene = try scene(key, db) else { return nil }
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
            last: try lastReceipts(of: scene.id, key, db),
            skipped: try skipped(of: scene.id, key, db),
            snapshotLength: snapshot?.length ?? 0, oldestRevision: scene.oldestRevision,
            snapshots: snapshots, marks: marks,
            position: noted &+ (try length(of: scene.id, after: since, db)), recent: recent)
    }

    /// Reads the newest commits that the snapshot already contains. They are for mirrors that lag a
    /// little, which can do without: an unreadable one is left out, with those before it.
    private static func recent(
        of scene: SceneRow, _ key: SceneKey, upTo end: Revision, _ db: Database
    ) throws -> RecentCommits {
        let newest = scene.revision.rawValue
        let start = max(
            scene.oldestRevision.rawValue,
            newest > UInt64(RecentCommits.limit) ? newest - UInt64(RecentCommits.limit) : 0)
        var recent = RecentCommits()
        guard end.rawValue > start else { return recent }
        try db.forEachRow(
            "SELECT revision, bytes, checksum FROM log WHERE scene = ? AND revision > ? "
                + "AND revision <= ? ORDER BY revision",
            [scene.id, Revision(rawValue: start).column, end.column]
        ) { row in
            do {
                recent.add(try encodedCommit(in: row, key))
            } catch is StoreError {
                recent = RecentCommits()
            }
        }
        return recent
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
        try db.forEachRow(
            "SELECT revision, bytes, checksum FROM log WHERE scene = ? AND revision > ? "
                + "AND revision <= ? ORDER BY revision",
            [scene.id, replay.revision.column, end.column]
        ) { row in
            let encoded = try encodedCommit(in: row, key)
            let commit: Commit
            do { commit = try encoded.decoded() } catch {
                throw StoreError.damagedScene(key, "revision \(encoded.revision): \(error)")
            }
            do throws(DamagedScene) { try replay.apply(commit) } catch {
                throw StoreError.damagedScene(error.key, error.reason)
            }
            note(encoded)
        }
        guard replay.revision == end else {
            throw StoreError.damagedScene(
                key, "the log ends at revision \(replay.revision), not \(end)")
        }
        return replay
    }

    /// Reads the log positions of a scene, as far as its log reaches.
    private static func marks(
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
                    position: UInt64(bitPattern: try row.integer(2))))
        }
        return marks
    }

    private static func length(
        of scene: Int64, after revision: Revision, _ db: Database
    ) throws -> UInt64 {
        let row = try db.row(
            "SELECT coalesce(sum(length(bytes)), 0) FROM log WHERE scene = ? AND revision > ?",
            [scene, revision.column])
        return UInt64(bitPattern: try row?.integer(0) ?? 0)
    }

    /// Reads a page of the log.
    static func log(
        of key: SceneKey, after revision: Revision, _ page: (limit: Int, length: Int),
        _ db: Database
    ) throws -> [EncodedCommit] {
        var commits: [EncodedCommit] = []
        var room = page.length
        try db.readRows(
            "SELECT log.revision, log.bytes, log.checksum FROM scene "
                + "JOIN log ON log.scene = scene.id "
                + "WHERE scene.user = ? AND scene.scene = ? "
                + "AND log.revision > max(?, scene.retained) "
                + "ORDER BY log.revision LIMIT ?",
            [key.user.rawValue, key.scene.rawValue, revision.column, max(0, page.limit)]
        ) { row in
            let commit = try encodedCommit(in: row, key)
            commits.append(commit)
            room -= commit.bytes.count
            return room >= 0
        }
        return commits
    }

    /// Reads the receipt of one change.
    static func storedReceipt(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey, _ db: Database
    ) throws -> StoredReceipt? {
        try db.row(
            "SELECT device, sequence, hash, time, outcomes, settlement.revision FROM scene "
                + "JOIN settlement ON settlement.scene = scene.id "
                + "WHERE user = ? AND scene.scene = ? AND device = ? AND sequence = ?",
            [key.user.rawValue, key.scene.rawValue, device.column, sequence.column]
        ).map { try storedReceipt(in: $0, key) }
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

    /// Reads a row of revision, bytes and checksum.
    private static func encodedCommit(in row: Row, _ key: SceneKey) throws -> EncodedCommit {
        let revision = Revision(column: try row.integer(0))
        let bytes = try row.bytes(1)
        guard try row.integer(2) == Checksum.of(bytes) else {
            throw StoreError.damagedScene(key, "revision \(revision) has a wrong checksum")
        }
        let commit: EncodedCommit
        do { commit = try EncodedCommit(encoded: bytes) } catch {
            throw StoreError.damagedScene(key, "revision \(revision): \(error)")
        }
        guard commit.revision == revision else {
            throw StoreError.damagedScene(
                key, "revision \(commit.revision) found instead of \(revision)")
        }
        return commit
    }

    /// Reads the receipt with the greatest sequence number of each device: two steps in the index
    /// for each, however many changes there were.
    private static func lastReceipts(
        of scene: Int64, _ key: SceneKey, _ db: Database
    ) throws -> [DeviceID: StoredReceipt] {
        var last: [DeviceID: StoredReceipt] = [:]
        for device in try devices(of: scene, key, db) {
            let row = try db.row(
                "SELECT device, sequence, hash, time, outcomes, revision FROM settlement "
                    + "WHERE scene = ? AND device = ? ORDER BY sequence DESC LIMIT 1",
                [scene, device.column])
            last[device] = try row.map { try storedReceipt(in: $0, key) }
        }
        return last
    }

    /// Reads the numbers that devices have skipped.
    private static func skipped(
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

    /// Reads the devices that ever changed a scene: one step in the index for each.
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

    /// Decodes a row of device, sequence, hash, time, outcomes and revision.
    static func storedReceipt(in row: Row, _ key: SceneKey) throws -> StoredReceipt {
        let sequence = SequenceNumber(column: try row.integer(1))
        guard let device = DeviceID(column: try row.bytes(0)),
            let hash = Digest(bytes: try row.bytes(2)),
            let outcomes = try? [Outcome](encoded: try row.bytes(4))
        else {
            throw StoreError.damagedScene(key, "invalid receipt of change \(sequence)")
        }
        return StoredReceipt(
            device: device, sequence: sequence, hash: hash,
            time: Timestamp(rawValue: try row.integer(3)), outcomes: outcomes,
            revision: try row.optionalInteger(5).map(Revision.init(column:)))
    }
}
