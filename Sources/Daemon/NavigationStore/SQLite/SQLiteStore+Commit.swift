internal import DatabaseFiles
internal import FoundationEssentials
internal import GRDB
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SQLiteStore {
    /// The most log positions recorded for a scene.
    package static let marksKept = 64

    /// Throws ``StoreError/fenced`` unless the claim is the newest of its shard.
    static func check(_ claim: Claim, _ db: Database) throws {
        let row = try db.row("SELECT term FROM shard WHERE id = ?", [Int64(claim.shard.rawValue)])
        guard try row?.integer(0) == Int64(bitPattern: claim.term.rawValue) else {
            throw StoreError.fenced
        }
    }

    /// Writes to one scene, inside the batch's transaction.
    static func commit(
        _ write: SceneWrite, prepared: SnapshotParts?, _ db: Database
    ) throws {
        write.checkIsGapless()
        let scene = try findScene(of: write, db)
        var length = 0
        for commit in write.commits {
            let bytes = commit.bytes
            length += bytes.count
            try db.run(
                "INSERT INTO log (scene, revision, bytes, checksum) VALUES (?, ?, ?, ?)",
                [scene, commit.revision.column, Data(bytes), Checksum.of(bytes)])
        }
        for storedReceipt in write.storedReceipts {
            try insert(storedReceipt, of: scene, in: write, db)
        }
        for numbers in write.skipped {
            try db.run(
                "INSERT INTO skipped (scene, device, first, last) VALUES (?, ?, ?, ?)",
                [
                    scene, numbers.device.column, numbers.range.lowerBound.column,
                    numbers.range.upperBound.column,
                ])
        }
        if !write.commits.isEmpty {
            try db.run(
                "UPDATE scene SET revision = ?, length = length + ? WHERE id = ?",
                [write.revision.column, length, scene])
        }
        if let snapshot = write.snapshot {
            try insert(snapshot, of: scene, prepared: prepared, db)
        }
        if write.isMarked { try insertMark(of: scene, in: write, db) }
    }

    /// Records the accumulated uptime.
    static func recordUptime(_ accumulatedUptime: Duration, of shard: Shard, _ db: Database) throws
    {
        try db.run(
            "UPDATE shard SET lived = max(lived, ?) WHERE id = ?",
            [accumulatedUptime.column, Int64(shard.rawValue)])
    }

    /// Counts a batch, and records the accumulated uptime; returns the batch's number.
    static func countBatch(
        of shard: Shard, accumulatedUptime: Duration, _ db: Database
    ) throws -> UInt64 {
        try db.run(
            "UPDATE shard SET lived = max(lived, ?), batch = batch + 1 WHERE id = ?",
            [accumulatedUptime.column, Int64(shard.rawValue)])
        return try batch(of: shard, db)
    }

    /// Returns the number of the last acknowledged batch.
    static func batch(of shard: Shard, _ db: Database) throws -> UInt64 {
        let row = try db.row("SELECT batch FROM shard WHERE id = ?", [Int64(shard.rawValue)])
        return UInt64(bitPattern: try row?.integer(0) ?? 0)
    }

    private static func findScene(of write: SceneWrite, _ db: Database) throws -> Int64 {
        let row = try db.row(
            "SELECT id, epoch, revision FROM scene WHERE user = ? AND scene = ?",
            [write.key.user.rawValue, write.key.scene.rawValue])
        if let row {
            let found = Revision(column: try row.integer(2))
            guard found == write.expected, try row.integer(1) == write.epoch.column else {
                throw StoreError.conflict(write.key, expected: write.expected, found: found)
            }
            return try row.integer(0)
        }
        guard write.expected == .zero else {
            throw StoreError.conflict(write.key, expected: write.expected, found: .zero)
        }
        try db.run(
            "INSERT INTO scene (user, scene, epoch, revision) VALUES (?, ?, ?, 0)",
            [write.key.user.rawValue, write.key.scene.rawValue, write.epoch.column])
        return db.lastInsertedRowID
    }

    private static func insert(
        _ storedReceipt: StoredReceipt, of scene: Int64, in write: SceneWrite, _ db: Database
    ) throws {
        do {
            try db.run(
                "INSERT INTO settlement "
                    + "(scene, device, sequence, hash, time, outcomes, revision, head) "
                    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    scene, storedReceipt.device.column, storedReceipt.sequence.column,
                    Data(storedReceipt.hash.bytes), storedReceipt.time.rawValue,
                    Data(storedReceipt.outcomes.encoded), storedReceipt.revision?.column,
                    (storedReceipt.revision ?? write.revision).column,
                ])
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw StoreError.conflict(write.key, expected: write.expected, found: write.expected)
        }
    }

    /// Inserts a snapshot: the whole, or the rest of a prepared one.
    static func insert(
        _ snapshot: SceneSnapshot, of scene: Int64, prepared: SnapshotParts? = nil,
        _ db: Database
    ) throws {
        let revision = snapshot.mark.revision
        var parts: SnapshotParts?
        if let prepared, prepared.scene == scene, prepared.revision == revision,
            prepared.bytes == snapshot.bytes, try has(prepared, db)
        {
            parts = prepared
        }
        let bytes = parts?.manifest ?? snapshot.bytes
        if parts == nil {
            try db.run(
                "UPDATE scene SET length = length - (SELECT coalesce(sum(length(bytes)), 0) "
                    + "FROM part WHERE scene = ?1 AND revision = ?2) WHERE id = ?1",
                [scene, revision.column])
            try db.run(
                "DELETE FROM part WHERE scene = ? AND revision = ?", [scene, revision.column])
        }
        try db.run(
            "UPDATE scene SET length = length + ?3 - coalesce((SELECT length(bytes) FROM snapshot "
                + "WHERE scene = ?1 AND revision = ?2), 0) WHERE id = ?1",
            [scene, revision.column, bytes.count])
        try db.run(
            "INSERT OR REPLACE INTO snapshot "
                + "(scene, revision, bytes, checksum, lived, position, parts) "
                + "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                scene, revision.column, Data(bytes), Checksum.of(bytes),
                snapshot.mark.accumulatedUptime.column, Int64(bitPattern: snapshot.mark.byteOffset),
                parts?.count ?? 0,
            ])
    }

    private static func insertMark(
        of scene: Int64, in write: SceneWrite, _ db: Database
    ) throws {
        try db.run(
            "INSERT OR REPLACE INTO mark (scene, revision, lived, position) VALUES (?, ?, ?, ?)",
            [
                scene, write.revision.column, write.accumulatedUptime.column,
                Int64(bitPattern: write.position),
            ])
        try db.run(
            "DELETE FROM mark WHERE scene = ?1 AND revision NOT IN (SELECT revision "
                + "FROM mark WHERE scene = ?1 ORDER BY revision DESC LIMIT ?2)",
            [scene, marksKept])
    }
}
