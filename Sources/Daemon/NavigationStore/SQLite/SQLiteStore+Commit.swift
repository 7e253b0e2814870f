internal import DatabaseFiles
internal import FoundationEssentials
internal import GRDB
internal import NavigationModel
public import NavigationSync
internal import NavigationWire
internal import Synchronization

extension SQLiteStore {
    /// Uses one transaction and one sync for all of `writes`, however many scenes they have.
    public func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim,
        completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        let (files, mark) = (files, mark)
        let policy = Reserve.admits(writes, changes) ? SpacePolicy.mayUseReserve : .needsSpace
        guard !writes.isEmpty || !changes.isEmpty else {
            return write(policy, { db in try Self.check(claim, db) }, then: completion)
        }
        write(policy) { [self] db in
            try Self.check(claim, db)
            let prepared = prepared.withLock { $0 }
            let batch = try memory.withLock { memory in
                memory.begin()
                var isRecorded = !changes.isEmpty
                for write in writes {
                    let isFolded = try Self.commit(write, prepared: prepared, &memory, db)
                    isRecorded = isRecorded || isFolded
                }
                try Self.make(changes, noting: files.revocations, db)
                return try Self.countBatch(
                    of: claim.shard,
                    accumulatedUptime: writes.map(\.accumulatedUptime).max() ?? .zero,
                    isRecorded: isRecorded, after: mark.newest?.batch ?? 0, &memory, db)
            }
            // A copy made before a revocation must be detected.
            let isRenewed =
                try !changes.isEmpty && isTokenOld.withLock { $0 } && Self.advanceToken(files, db)
            return (batch, isRenewed)
        } durably: { [self] batch, isRenewed in
            // Registry changes may have altered scenes.
            if changes.isEmpty { memory.withLock { $0.end() } }
            let scenes =
                writes.map { write in
                    HighWaterMark.Scene(
                        key: write.key, epoch: write.epoch, revision: write.revision,
                        digest: write.digest)
                } + changes.compactMap(HighWaterMark.Scene.init)
            mark.note(batch.number, scenes, isRecorded: batch.isRecorded)
            mark.remove(changes)
            if writes.contains(where: { $0.snapshot != nil }) { prepared.withLock { $0 = nil } }
            if isRenewed { isTokenOld.withLock { $0 = false } }
            let erases = changes.contains { change in
                switch change {
                case .erase, .eraseScene, .heal: true
                default: false
                }
            }
            if erases { eraseRest() }
        } then: { result in
            completion(result.map { _ in })
        }
    }

    /// The most log positions recorded for a scene.
    package static let marksKept = 64

    /// Throws ``StoreError/fenced`` unless the claim is the newest of its shard.
    static func check(_ claim: Claim, _ db: Database) throws {
        let term = try db.step(
            "SELECT term FROM shard WHERE id = ?", [.integer(Int64(claim.shard.rawValue))])
        guard term == Int64(bitPattern: claim.term.rawValue) else { throw StoreError.fenced }
    }

    /// Writes to one scene, inside the batch's transaction; returns a Boolean value indicating
    /// whether it wrote more than rows of the log.
    static func commit(
        _ write: SceneWrite, prepared: SnapshotParts?, _ memory: inout WriterMemory, _ db: Database
    ) throws -> Bool {
        write.checkIsGapless()
        var scene = try memory.scenes.removeValue(forKey: write.key) ?? findScene(of: write, db)
        guard scene.revision == write.expected, scene.epoch == write.epoch else {
            throw StoreError.conflict(
                write.key, expected: write.expected, found: scene.revision)
        }
        let runs = try runs(in: write, &scene, db)
        let segments = Segment.segments(of: write.commits)
        for (index, segment) in segments.enumerated() {
            let receipts = index == segments.count - 1 ? ReceiptRun.packed(runs) : nil
            try insert(segment, receipts, of: scene.id, db)
        }
        scene.revision = write.revision
        scene.tail += segments.count
        let isFolded =
            segments.isEmpty || scene.tail >= tailLimit || write.snapshot != nil || write.isMarked
        if isFolded, scene.tail > 0 {
            try fold(scene.id, of: write.key, db)
            scene.tail = 0
        }
        if segments.isEmpty { for run in runs { try run.insert(of: scene.id, db) } }
        try insert(write.skipped, of: scene.id, db)
        if let snapshot = write.snapshot {
            try insert(snapshot, of: scene.id, prepared: prepared, db)
        }
        if write.isMarked { try insertMark(of: scene.id, in: write, db) }
        memory.scenes[write.key] = scene
        return isFolded
    }

    private static func insert(
        _ segment: Segment, _ receipts: [UInt8]?, of scene: Int64, _ db: Database
    ) throws {
        try db.step(
            "INSERT INTO log (scene, revision, bytes, checksum, lengths, receipts) "
                + "VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(scene), .integer(segment.revision.column), .bytes(segment.bytes),
                .integer(segment.checksum), .orNull(segment.lengths), .orNull(receipts),
            ])
    }

    private static func insert(
        _ skipped: [SkippedSequences], of scene: Int64, _ db: Database
    ) throws {
        for numbers in skipped {
            try db.run(
                "INSERT INTO skipped (scene, device, first, last) VALUES (?, ?, ?, ?)",
                [
                    scene, numbers.device.column, numbers.range.lowerBound.column,
                    numbers.range.upperBound.column,
                ])
        }
    }

    /// Divides the receipts of a write into runs, each device's after its others.
    private static func runs(
        in write: SceneWrite, _ scene: inout WriterMemory.Scene, _ db: Database
    ) throws -> [ReceiptRun] {
        let conflict = StoreError.conflict(
            write.key, expected: write.expected, found: write.expected)
        guard let runs = ReceiptRun.runs(of: write.storedReceipts, at: write.revision) else {
            throw conflict
        }
        for run in runs {
            let known =
                try scene.last[run.device]
                ?? SequenceNumber(
                    column: db.step(
                        "SELECT max(sequence) FROM settlement WHERE scene = ? AND device = ?",
                        [.integer(scene.id), .data(run.device.column)]) ?? 0)
            guard known < run.first else { throw conflict }
            scene.last[run.device] = run.last
        }
        return runs
    }

    /// Records the accumulated uptime.
    static func recordUptime(_ accumulatedUptime: Duration, of shard: Shard, _ db: Database) throws
    {
        try db.run(
            "UPDATE shard SET lived = max(lived, ?) WHERE id = ?",
            [accumulatedUptime.column, Int64(shard.rawValue)])
    }

    /// Counts a batch; returns its number. It and the accumulated uptime are recorded if the batch
    /// writes more than rows of the log anyway.
    static func countBatch(
        of shard: Shard, accumulatedUptime: Duration, isRecorded: Bool, after known: UInt64,
        _ memory: inout WriterMemory, _ db: Database
    ) throws -> (number: UInt64, isRecorded: Bool) {
        let number = try (memory.batch ?? max(known, batch(of: shard, db))) &+ 1
        memory.batch = number
        memory.uptime = max(memory.uptime, accumulatedUptime)
        guard isRecorded || memory.uptime - memory.recordedUptime >= uptimeInterval else {
            return (number, false)
        }
        try record(number, memory.uptime, of: shard, db)
        memory.recordedUptime = memory.uptime
        return (number, true)
    }

    /// Returns the number of the last recorded batch.
    static func batch(of shard: Shard, _ db: Database) throws -> UInt64 {
        let row = try db.row("SELECT batch FROM shard WHERE id = ?", [Int64(shard.rawValue)])
        return UInt64(bitPattern: try row?.integer(0) ?? 0)
    }

    /// Reads the row of a scene, and folds its tail; a scene without commits is added.
    private static func findScene(
        of write: SceneWrite, _ db: Database
    ) throws -> WriterMemory.Scene {
        if let found = try scene(write.key, db) {
            if found.folded < found.revision { try fold(found.id, of: write.key, db) }
            return WriterMemory.Scene(id: found.id, epoch: found.epoch, revision: found.revision)
        }
        guard write.expected == .zero else {
            throw StoreError.conflict(write.key, expected: write.expected, found: .zero)
        }
        try db.run(
            "INSERT INTO scene (user, scene, epoch, revision) VALUES (?, ?, ?, 0)",
            [write.key.user.rawValue, write.key.scene.rawValue, write.epoch.column])
        return WriterMemory.Scene(
            id: db.lastInsertedRowID, epoch: write.epoch, revision: .zero)
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
