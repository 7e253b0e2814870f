internal import DatabaseFiles
internal import GRDB
internal import NavigationModel
internal import NavigationSync

/// The tail of a scene's log: the rows after `scene.revision`. A batch writes one row there and
/// nothing else; now and then they are folded, which records their receipts, their length and
/// the scene's revision, and the number of the batch.
extension SQLiteStore {
    /// Rows in a tail at most, apart from those of one batch: what a load reads besides.
    static let tailLimit = 64
    /// Accumulated uptime that is recorded at the latest with the next batch.
    static let uptimeInterval = Duration.seconds(10)

    /// The revision of a scene with its tail, as a column of the table `scene`.
    static let headColumn =
        "max(revision, coalesce((SELECT max(log.revision) FROM log WHERE log.scene = scene.id), 0))"

    /// The writer's cache of the rows that it wrote, so that a batch reads next to nothing. It is
    /// dropped after a failed transaction.
    struct WriterMemory {
        /// A scene's row.
        struct Scene {
            let id: Int64
            let epoch: Epoch
            /// The revision with the tail.
            var revision: Revision
            /// Rows in the tail.
            var tail = 0
            /// The last sequence numbers of the devices that wrote to it.
            var last: [DeviceID: SequenceNumber] = [:]
        }

        /// The scenes written to lately.
        var scenes: [SceneKey: Scene] = [:]
        /// The number of the last batch; `nil` before the first.
        var batch: UInt64?
        /// The greatest accumulated uptime.
        var uptime = Duration.zero
        /// The accumulated uptime in the shard's row.
        var recordedUptime = Duration.zero
        /// A Boolean value indicating whether the last transaction succeeded.
        private var isSound = true

        /// The most scenes; beyond that they are read again.
        private static let limit = 4_096

        /// Begins a transaction that alters scenes.
        mutating func begin() {
            if !isSound || scenes.count > Self.limit { scenes = [:] }
            isSound = false
        }

        /// Ends a transaction that was durable.
        mutating func end() { isSound = true }
    }

    /// Reads the runs of receipts in a scene's tail, in order; throws
    /// ``StoreError/damagedScene(_:_:)`` if some are corrupt.
    static func forEachRun(
        inTailOf scene: Int64, after revision: Revision, of key: SceneKey, _ db: Database,
        _ body: (ReceiptRun) throws -> Void
    ) throws {
        try db.forEachRow(
            "SELECT revision, receipts FROM log WHERE scene = ? AND revision > ? "
                + "AND receipts IS NOT NULL ORDER BY revision", [scene, revision.column]
        ) { row in
            guard let runs = ReceiptRun.runs(packed: try row.bytes(1)) else {
                throw StoreError.damagedScene(
                    key, "invalid receipts at revision \(Revision(column: try row.integer(0)))")
            }
            for run in runs { try body(run) }
        }
    }

    /// Folds the tail of a scene.
    ///
    /// - Parameter skipsDamage: whether corrupt receipts are left out, instead of throwing
    ///     ``StoreError/damagedScene(_:_:)``.
    static func fold(
        _ scene: Int64, of key: SceneKey, skippingDamage skipsDamage: Bool = false, _ db: Database
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
            if let packed = ReceiptRun.runs(packed: bytes) {
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

    /// Folds the tails that the writer knows of, and records the number of the last batch: the
    /// store is about to be closed normally.
    static func foldAll(_ memory: inout WriterMemory, _ db: Database) throws {
        memory.begin()
        for (key, scene) in memory.scenes where scene.tail > 0 { try fold(scene.id, of: key, db) }
        memory.scenes = [:]
        if let batch = memory.batch { try record(batch, memory.uptime, of: .all, db) }
    }

    /// Records the number of a batch and the accumulated uptime.
    static func record(
        _ batch: UInt64, _ accumulatedUptime: Duration, of shard: Shard, _ db: Database
    ) throws {
        try db.step(
            "UPDATE shard SET lived = max(lived, ?), batch = max(batch, ?) WHERE id = ?",
            [
                .integer(accumulatedUptime.column), .integer(Int64(bitPattern: batch)),
                .integer(Int64(shard.rawValue)),
            ])
    }
}
