internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationSync

extension SQLiteStore {
    /// Returns the snapshot that a scene's log may begin with, if it is not its present one. Read
    /// as a whole: nothing is deleted for the sake of a damaged snapshot. The log is not read.
    static func base(
        of key: SceneKey, upTo revision: Revision, _ db: Database
    ) throws -> Revision? {
        let scene = try db.row(
            "SELECT id, retained FROM scene WHERE user = ? AND scene = ?",
            [key.user.rawValue, key.scene.rawValue])
        guard let scene else { return nil }
        let (id, oldest) = (try scene.integer(0), Revision(column: try scene.integer(1)))
        guard oldest < revision else { return nil }
        return try encodedSnapshot(of: id, key, after: oldest, upTo: revision, db)?.revision
    }

    /// One step of ``Store/compact(_:upTo:limit:under:)``.
    ///
    /// The first step moves the beginning of the log to a snapshot, after which earlier rows are
    /// not read; that and all further steps delete some of them. A crash in between leaves unread
    /// rows, which the next compaction deletes.
    static func compact(
        _ key: SceneKey, to base: Revision?, limit: Int,
        _ transaction: inout JournalTransaction, _ db: Database
    ) throws -> Compaction {
        guard let scene = try scene(key, transaction.tail(of: key), db) else {
            return Compaction(oldestRevision: .zero, isComplete: true, length: 0)
        }
        if scene.folded < scene.revision { try foldLog(of: scene.id, key, db) }
        try fold(key, &transaction, db)
        var oldestRevision = scene.oldestRevision
        if let base, base > oldestRevision {
            oldestRevision = base
            try db.run(
                "UPDATE scene SET retained = ? WHERE id = ?", [oldestRevision.column, scene.id])
        }
        let isRid =
            try removeOldest(
                from: "snapshot", of: scene.id, upTo: oldestRevision.column &- 1, limit: limit, db)
            && removeParts(of: scene.id, upTo: oldestRevision.column &- 1, limit: limit, db)
            && removeOldest(
                from: "log", of: scene.id, upTo: oldestRevision.column, limit: limit, db)
        let isPruned = try pruneReceipts(
            of: scene.id, key, upTo: oldestRevision, limit: limit, db)
        // The journal must not keep what the log has lost.
        let isShared = try foldRows(
            besides: scene.id, upTo: oldestRevision, &transaction, db)
        let length = try db.row("SELECT length FROM scene WHERE id = ?", [scene.id])?.integer(0)
        return Compaction(
            oldestRevision: oldestRevision, isComplete: isRid && isPruned && !isShared,
            length: Int(length ?? 0))
    }

    /// Bytes of commits or snapshots that are deleted at once, or one of them that is longer: each
    /// of their pages is overwritten, and commits wait as long.
    static let removedLength = 131_072

    /// Deletes the oldest commits or snapshots of a scene, at most `limit` of them and
    /// ``removedLength`` bytes; returns whether there are no more of them up to `revision`.
    static func removeOldest(
        from table: String, of scene: Int64, upTo revision: Int64 = .max, limit: Int,
        _ db: Database
    ) throws -> Bool {
        var last: Int64?
        var (count, length, removed) = (0, 0, 0)
        var isAll = true
        let lengths = table == "log" ? "lengths" : "NULL"
        try db.readRows(
            "SELECT revision, length(bytes), \(lengths) FROM \(table) "
                + "WHERE scene = ? AND revision <= ? ORDER BY revision LIMIT ?",
            [scene, revision, limit + 1]
        ) { row in
            count += Segment.count(try row.optionalBytes(2))
            length += Int(try row.integer(1))
            isAll = last == nil || count <= limit && length <= removedLength
            // No row is read that stays.
            guard isAll else { return false }
            last = try row.integer(0)
            removed = length
            return true
        }
        guard let last else { return true }
        try db.run("DELETE FROM \(table) WHERE scene = ? AND revision <= ?", [scene, last])
        try db.run("UPDATE scene SET length = length - ? WHERE id = ?", [removed, scene])
        return isAll
    }

    /// Deletes receipts up to a revision, except the last of each device, at most `limit` rows and
    /// ``removedLength`` bytes of them; returns whether there are no more.
    private static func pruneReceipts(
        of scene: Int64, _ key: SceneKey, upTo oldestRevision: Revision, limit: Int, _ db: Database
    ) throws -> Bool {
        var (count, length) = (0, 0)
        for device in try devices(of: scene, key, db) {
            // A device's numbers increase with the revisions, so the lowest are deleted.
            var (end, isAll) = (SequenceNumber?.none, true)
            try db.readRows(
                "SELECT sequence, head, coalesce(length(earlier), 0) FROM settlement "
                    + "WHERE scene = ?1 AND device = ?2 AND sequence < (SELECT max(sequence) "
                    + "FROM settlement WHERE scene = ?1 AND device = ?2) ORDER BY sequence",
                [scene, device.column]
            ) { row in
                guard Revision(column: try row.integer(1)) <= oldestRevision else { return false }
                isAll = count < limit && length < removedLength
                guard isAll else { return false }
                count += 1
                length += Int(clamping: try row.integer(2))
                end = SequenceNumber(column: try row.integer(0))
                return true
            }
            if let end {
                try db.run(
                    "DELETE FROM settlement WHERE scene = ? AND device = ? AND sequence <= ?",
                    [scene, device.column, end.column])
            }
            guard isAll else { return false }
            try db.run(
                "UPDATE settlement SET earlier = NULL WHERE scene = ?1 AND device = ?2 "
                    + "AND sequence = (SELECT max(sequence) FROM settlement "
                    + "WHERE scene = ?1 AND device = ?2) AND head <= ?3 AND earlier IS NOT NULL",
                [scene, device.column, oldestRevision.column])
        }
        return true
    }
}
