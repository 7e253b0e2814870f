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
        let term = try db.step(
            "SELECT term FROM shard WHERE id = ?", [.integer(Int64(claim.shard.rawValue))])
        guard term == Int64(bitPattern: claim.term.rawValue) else { throw StoreError.fenced }
    }

    /// Writes to one scene, inside the batch's transaction.
    static func commit(
        _ write: SceneWrite, prepared: SnapshotParts?, _ db: Database
    ) throws {
        write.checkIsGapless()
        let segments = Segment.segments(of: write.commits)
        let scene = try advanceScene(by: write, segments.reduce(0) { $0 + $1.bytes.count }, db)
        for segment in segments {
            try db.step(
                "INSERT INTO log (scene, revision, bytes, checksum, lengths) "
                    + "VALUES (?, ?, ?, ?, ?)",
                [
                    .integer(scene), .integer(segment.revision.column), .bytes(segment.bytes),
                    .integer(segment.checksum), .orNull(segment.lengths),
                ])
        }
        try insertReceipts(of: scene, in: write, db)
        for numbers in write.skipped {
            try db.run(
                "INSERT INTO skipped (scene, device, first, last) VALUES (?, ?, ?, ?)",
                [
                    scene, numbers.device.column, numbers.range.lowerBound.column,
                    numbers.range.upperBound.column,
                ])
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

    /// Counts a batch, and records the accumulated uptime; returns the batch's number. Throws
    /// ``StoreError/fenced`` unless the claim is the newest of its shard.
    static func countBatch(
        under claim: Claim, accumulatedUptime: Duration, _ db: Database
    ) throws -> UInt64 {
        let batch = try db.step(
            "UPDATE shard SET lived = max(lived, ?), batch = batch + 1 "
                + "WHERE id = ? AND term = ? RETURNING batch",
            [
                .integer(accumulatedUptime.column), .integer(Int64(claim.shard.rawValue)),
                .integer(Int64(bitPattern: claim.term.rawValue)),
            ])
        guard let batch else { throw StoreError.fenced }
        return UInt64(bitPattern: batch)
    }

    /// Returns the number of the last acknowledged batch.
    static func batch(of shard: Shard, _ db: Database) throws -> UInt64 {
        let row = try db.row("SELECT batch FROM shard WHERE id = ?", [Int64(shard.rawValue)])
        return UInt64(bitPattern: try row?.integer(0) ?? 0)
    }

    /// Moves a scene to the revision of a write; returns its id. A scene without commits is added.
    private static func advanceScene(
        by write: SceneWrite, _ length: Int, _ db: Database
    ) throws -> Int64 {
        guard !write.commits.isEmpty else { return try findScene(of: write, db) }
        if write.expected == .zero { _ = try findScene(of: write, db) }
        let scene = try db.step(
            "UPDATE scene SET revision = ?, length = length + ? WHERE user = ? AND scene = ? "
                + "AND epoch = ? AND revision = ? RETURNING id",
            [
                .integer(write.revision.column), .integer(Int64(length)),
                .text(write.key.user.rawValue), .text(write.key.scene.rawValue),
                .integer(write.epoch.column), .integer(write.expected.column),
            ])
        // Else another revision or another epoch, which is told.
        return try scene ?? findScene(of: write, db)
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

    /// Inserts the receipts of a write, each device's after its others.
    private static func insertReceipts(
        of scene: Int64, in write: SceneWrite, _ db: Database
    ) throws {
        guard !write.storedReceipts.isEmpty else { return }
        let conflict = StoreError.conflict(
            write.key, expected: write.expected, found: write.expected)
        guard let runs = ReceiptRun.runs(of: write.storedReceipts, at: write.revision) else {
            throw conflict
        }
        for run in runs {
            let known = try db.step(
                "SELECT 1 FROM settlement WHERE scene = ? AND device = ? AND sequence >= ? LIMIT 1",
                [
                    .integer(scene), .data(run.last.device.column),
                    .integer(run.first.column),
                ])
            guard known == nil else { throw conflict }
            try run.insert(of: scene, db)
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
