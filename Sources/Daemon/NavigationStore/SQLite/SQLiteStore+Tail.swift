internal import DatabaseFiles
internal import SQLite
internal import NavigationModel
internal import NavigationSync

/// The tail of a scene's log: what the scene's row does not count yet. It is in the journal; in a
/// database of an earlier version also in the log, in the rows after `scene.revision`, each with the
/// receipts of its batch.
extension SQLiteStore {
    /// The revision of a scene with the tail in its log, as a column of the table `scene`.
    static let headColumn = headColumn(in: ["log"])

    /// The same where the log is in several tables.
    static func headColumn(in logs: [String]) -> String {
        let ends = logs.map {
            "coalesce((SELECT max(\($0).revision) FROM \($0) WHERE \($0).scene = scene.id), 0)"
        }
        return "max(revision, \(ends.joined(separator: ", ")))"
    }

    /// Reads the runs of receipts in a scene's tail, in order; throws
    /// ``StoreError/damagedScene(_:_:)`` if some are corrupt.
    static func forEachRun(
        inTailOf scene: SceneRow, of key: SceneKey, _ db: Database,
        _ body: (ReceiptRun) throws -> Void
    ) throws {
        try db.forEachRow(
            "SELECT revision, receipts FROM log WHERE scene = ? AND revision > ? "
                + "AND receipts IS NOT NULL ORDER BY revision", [scene.id, scene.folded.column]
        ) { row in
            guard let runs = ReceiptRun.runs(in: PackedReader(checked: try row.bytes(1))) else {
                throw StoreError.damagedScene(
                    key, "invalid receipts at revision \(Revision(column: try row.integer(0)))")
            }
            for run in runs { try body(run) }
        }
        for slice in scene.slices { for run in try slice.runs(of: key) { try body(run) } }
    }

    /// Folds the tail in the log of a scene.
    ///
    /// - Parameter skipsDamage: whether corrupt receipts are left out, instead of throwing
    ///     ``StoreError/damagedScene(_:_:)``.
    static func foldLog(
        of scene: Int64, _ key: SceneKey, skippingDamage skipsDamage: Bool = false, _ db: Database
    ) throws {
        var runs: [ReceiptRun] = []
        var (end, length) = (Int64?.none, Int64(0))
        try db.forEachRow(
            "SELECT revision, length(bytes), receipts FROM log WHERE scene = ?1 "
                + "AND revision > (SELECT revision FROM scene WHERE id = ?1) ORDER BY revision",
            [scene]
        ) { row in
            end = try row.integer(0)
            length += try row.integer(1)
            guard let bytes = try row.optionalBytes(2) else { return }
            if let packed = ReceiptRun.runs(in: PackedReader(checked: bytes)) {
                runs += packed
            } else if !skipsDamage {
                throw StoreError.damagedScene(
                    key, "invalid receipts at revision \(Revision(column: try row.integer(0)))")
            }
        }
        guard let end else { return }
        for run in runs { try run.insert(of: scene, db) }
        try db.step(
            "UPDATE scene SET revision = ?, length = length + ? WHERE id = ?",
            [.integer(end), .integer(length), .integer(scene)])
    }

    /// Records the number of a batch and the accumulated uptime.
    static func record(
        _ batch: UInt64, _ accumulatedUptime: Duration, _ db: Database
    ) throws {
        try db.step(
            "UPDATE shard SET lived = max(lived, ?), batch = max(batch, ?) WHERE id = 0",
            [.integer(accumulatedUptime.column), .integer(Int64(bitPattern: batch))])
    }
}
