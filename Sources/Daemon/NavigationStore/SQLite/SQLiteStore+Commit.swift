internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
package import NavigationSync
internal import NavigationWire
internal import Synchronization

extension SQLiteStore {
    /// Uses one transaction and one sync for all of `writes`, however many scenes they have.
    package func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim,
        completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        let (files, mark) = (files, mark)
        let policy = Reserve.admits(writes, changes) ? SpacePolicy.mayUseReserve : .needsSpace
        guard !writes.isEmpty || !changes.isEmpty else {
            return write(policy, { db in try Self.check(claim, db) }, then: completion)
        }
        alter(policy) { [self] db, transaction in
            try Self.check(claim, db)
            let prepared = prepared.withLock { $0 }
            let number = try Self.countBatch(
                after: mark.newest?.batch ?? 0, &transaction, db)
            // Scenes that a change is about to alter are not left to the journal.
            let isAtOnce = changes.contains(where: \.altersScenes)
            var isRecorded = !changes.isEmpty
            transaction.reserve(writes.count)
            for write in writes {
                let isFolded = try Self.commit(
                    write, in: number, atOnce: isAtOnce, prepared: prepared, &transaction, db)
                isRecorded = isRecorded || isFolded
            }
            try Self.insertRow(number, &transaction, db)
            try Self.foldOldest(&transaction, db)
            for change in changes { try Self.fold(before: change, &transaction, db) }
            try Self.make(changes, noting: files.revocations, db)
            isRecorded = try Self.record(
                number,
                accumulatedUptime: writes.map(\.accumulatedUptime).max() ?? .zero,
                isDue: isRecorded, &transaction, db)
            let batch = (number: number, isRecorded: isRecorded)
            // A copy made before a revocation must be detected.
            let isRenewed =
                try !changes.isEmpty && isTokenOld.withLock { $0 } && Self.advanceToken(files, db)
            return (batch, isRenewed)
        } durably: { [self] batch, isRenewed in
            let scenes =
                writes.map { write in
                    HighWaterMark.Scene(
                        key: write.key, epoch: write.epoch, revision: write.revision,
                        digest: write.digest)
                } + changes.compactMap(HighWaterMark.Scene.init)
            mark.note(batch.number, scenes, isRecorded: batch.isRecorded)
            mark.apply(changes)
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

    /// Throws ``StoreError/fenced`` unless the claim is the newest.
    static func check(_ claim: Claim, _ db: Database) throws {
        let term = try db.step("SELECT term FROM shard WHERE id = 0", [])
        guard term == Int64(bitPattern: claim.term.rawValue) else { throw StoreError.fenced }
    }

    /// Writes to one scene, inside the batch's transaction, or leaves that to the batch's row of the
    /// journal; returns a Boolean value indicating whether it folded the scene.
    ///
    /// - Parameter isAtOnce: whether it is folded in any case.
    static func commit(
        _ write: SceneWrite, in batch: UInt64, atOnce isAtOnce: Bool, prepared: SnapshotParts?,
        _ transaction: inout JournalTransaction, _ db: Database
    ) throws -> Bool {
        write.checkIsGapless()
        let key = write.key
        let slot = try transaction.slot(of: key) ?? findScene(of: write, &transaction, db)
        guard transaction[slot].revision == write.expected, transaction[slot].epoch == write.epoch
        else {
            throw StoreError.conflict(
                key, expected: write.expected, found: transaction[slot].revision)
        }
        if transaction[slot].isDamaged {
            for slice in transaction.tail(of: key).slices {
                _ = try slice.segment.commits(of: key)
            }
        }
        let runs = try runs(in: write, &transaction[slot], db)
        transaction[slot].revision = write.revision
        let slices = slices(of: write, runs, in: Int64(bitPattern: batch))
        let isFolded =
            isAtOnce
            || transaction.scenes[slot].added.isEmpty
                && (write.snapshot != nil || transaction.isFull(slot, adding: slices))
        if isFolded {
            let snapshot = write.snapshot?.mark.revision
            try fold(key, with: slices, endingRowAt: snapshot, &transaction, db)
        } else {
            transaction.add(slices, to: slot)
        }
        let id = transaction[slot].id
        try insert(write.skipped, of: id, db)
        if let snapshot = write.snapshot {
            try insert(snapshot, of: id, prepared: prepared, db)
        }
        if write.isMarked { try insertMark(of: id, in: write, db) }
        return isFolded
    }

    /// Divides a write into slices; the last has the receipts.
    private static func slices(
        of write: SceneWrite, _ runs: [ReceiptRun], in row: Int64
    ) -> [JournalSlice] {
        var segments = Segment.segments(of: write.commits)
        if segments.isEmpty, !runs.isEmpty { segments = [Segment(emptyAt: write.revision)] }
        let receipts = ReceiptRun.packed(runs)
        return segments.enumerated().map { index, segment in
            JournalSlice(
                row: row, segment: segment,
                receipts: index == segments.count - 1 ? receipts : nil)
        }
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
        in write: SceneWrite, _ scene: inout Journal.Head, _ db: Database
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
    static func recordUptime(_ accumulatedUptime: Duration, _ db: Database) throws {
        try db.run(
            "UPDATE shard SET lived = max(lived, ?) WHERE id = 0", [accumulatedUptime.column])
    }

    /// Counts a batch; returns its number.
    static func countBatch(
        after known: UInt64, _ transaction: inout JournalTransaction, _ db: Database
    ) throws -> UInt64 {
        let number = try (transaction.batch ?? max(known, batch(db))) &+ 1
        transaction.batch = number
        return number
    }

    /// Records the number of a batch and the accumulated uptime if that is due anyway, or was not
    /// recorded for some time; returns whether it was.
    private static func record(
        _ number: UInt64, accumulatedUptime: Duration, isDue: Bool,
        _ transaction: inout JournalTransaction, _ db: Database
    ) throws -> Bool {
        transaction.uptime = max(transaction.uptime, accumulatedUptime)
        guard isDue || transaction.uptime - transaction.recordedUptime >= uptimeInterval else {
            return false
        }
        try record(number, transaction.uptime, db)
        transaction.recordedUptime = transaction.uptime
        return true
    }

    /// Returns the number of the last recorded batch: that of the shard's row, or of the last row of
    /// the journal.
    static func batch(_ db: Database) throws -> UInt64 {
        let row = try db.row("SELECT batch FROM shard WHERE id = 0", [])
        let last =
            try db.tableExists("journal") ? db.row("SELECT \(lastRowOfJournal)", []) : nil
        return UInt64(bitPattern: max(try row?.integer(0) ?? 0, try last?.integer(0) ?? 0))
    }

    /// Reads the row of a scene, and folds the tail in its log; a scene without commits is added.
    private static func findScene(
        of write: SceneWrite, _ transaction: inout JournalTransaction, _ db: Database
    ) throws -> JournalTransaction.Slot {
        if let found = try scene(write.key, transaction.tail(of: write.key), db) {
            if found.folded < found.revision { try foldLog(of: found.id, write.key, db) }
            let head = Journal.Head(id: found.id, epoch: found.epoch, revision: found.revision)
            return transaction.insert(head, of: write.key)
        }
        guard write.expected == .zero else {
            throw StoreError.conflict(write.key, expected: write.expected, found: .zero)
        }
        try db.run(
            "INSERT INTO scene (user, scene, epoch, revision, journaled) "
                + "VALUES (?, ?, ?, 0, \(lastRowOfJournal))",
            [write.key.user.rawValue, write.key.scene.rawValue, write.epoch.column])
        let head = Journal.Head(id: db.lastInsertedRowID, epoch: write.epoch, revision: .zero)
        return transaction.insert(head, of: write.key)
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
