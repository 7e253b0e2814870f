internal import DatabaseFiles
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import PostgreSQL

extension PostgresStore {
    /// Bytes of commits or snapshots that are deleted at once, or one of them that is longer:
    /// commits wait as long.
    private static let removedLength = 1 << 20
    /// Rows of a table that one step of erasing deletes.
    private static let erasingStep = 500

    /// One step of `Store.compact(_:upTo:limit:under:)`.
    ///
    /// The first step moves the beginning of the log to a snapshot, after which earlier rows are not
    /// read; that and all further steps delete some of them.
    static func compact(
        _ key: SceneKey, upTo revision: Revision, limit: Int, _ session: PostgresSession
    ) throws -> Compaction {
        guard let scene = try scene(key, session) else {
            return Compaction(oldestRevision: .zero, isComplete: true, length: 0)
        }
        var oldest = scene.oldestRevision
        // Read as a whole: nothing is deleted for the sake of a damaged snapshot.
        let base = try encodedSnapshot(
            of: scene.id, key, after: oldest, upTo: revision, session)?.revision
        if let base {
            oldest = base
            _ = try session.rows(
                "UPDATE navsync.scene SET retained = $2 WHERE id = $1",
                [.integer(scene.id), .integer(oldest.column)])
        }
        let isRid =
            try removeOldest(
                from: "snapshot", of: scene.id, upTo: oldest.column &- 1, limit: limit, session)
            && removeOldest(from: "log", of: scene.id, upTo: oldest.column, limit: limit, session)
        let removed = try session.one(
            """
            WITH old AS (
                SELECT device, sequence FROM navsync.receipt AS r
                WHERE scene = $1 AND head <= $2 AND EXISTS (
                    SELECT 1 FROM navsync.receipt AS n
                    WHERE n.scene = $1 AND n.device = r.device AND n.sequence > r.sequence
                ) ORDER BY device, sequence LIMIT $3
            ), removed AS (
                DELETE FROM navsync.receipt AS r USING old
                WHERE r.scene = $1 AND r.device = old.device AND r.sequence = old.sequence
                RETURNING 1
            )
            SELECT count(*) FROM removed
            """, [.integer(scene.id), .integer(oldest.column), .integer(Int64(limit))]
        ).integer(0)
        let length = try session.one(
            "SELECT length FROM navsync.scene WHERE id = $1", [.integer(scene.id)])
        return Compaction(
            oldestRevision: oldest, isComplete: isRid && removed < limit,
            length: Int(clamping: try length.integer(0)))
    }

    /// Deletes the oldest commits or snapshots of a scene, at most `limit` of them and
    /// ``removedLength`` bytes; returns whether there are no more of them up to `revision`.
    private static func removeOldest(
        from table: String, of scene: Int64, upTo revision: Int64 = .max, limit: Int,
        _ session: PostgresSession
    ) throws -> Bool {
        var last: Int64?
        var (count, length, removed) = (0, 0, 0)
        var isAll = true
        let lengths = table == "log" ? "lengths" : "NULL::bytea"
        let rows = try session.rows(
            "SELECT revision, octet_length(bytes), \(lengths) FROM navsync.\(table) "
                + "WHERE scene = $1 AND revision <= $2 ORDER BY revision LIMIT $3",
            [.integer(scene), .integer(revision), .integer(Int64(limit) + 1)])
        for (index, row) in rows.enumerated() {
            count += Segment.count(try row.optionalBytes(2))
            length += Int(clamping: try row.integer(1))
            if index == 0 || isAll && count <= limit && length <= removedLength {
                last = try row.integer(0)
                removed = length
            } else {
                isAll = false
            }
        }
        guard let last else { return true }
        try session.run([
            PostgresStatement(
                "DELETE FROM navsync.\(table) WHERE scene = $1 AND revision <= $2",
                [.integer(scene), .integer(last)]),
            PostgresStatement(
                "UPDATE navsync.scene SET length = length - $2 WHERE id = $1",
                [.integer(scene), .integer(Int64(removed))]),
        ])
        return isAll
    }

    // MARK: Erasing

    /// Deletes the data of erased scenes, step by step on the writer's thread, so that waiting
    /// commits come between. A step that fails is the last; the next erasure or claim continues.
    func continueErasing(under claim: Claim) {
        _ = writer.run { [self] in
            let step = transact(under: claim) { session, own in
                try Self.fence([], own, session)
                let isMore = try Self.eraseSome(session)
                try session.commit()
                return isMore
            }
            if case .success(true) = step { continueErasing(under: claim) }
        }
    }

    /// Deletes some of the data of one erased scene, and finally the scene; returns whether there
    /// may be more to delete.
    private static func eraseSome(_ session: PostgresSession) throws -> Bool {
        let erased = try session.rows("SELECT id FROM navsync.scene WHERE \"user\" = '' LIMIT 1")
        guard let scene = try erased.first?.integer(0) else { return false }
        for table in ["log", "snapshot"] {
            guard try removeOldest(from: table, of: scene, limit: erasingStep, session) else {
                return true
            }
        }
        // Each by the further columns of its key.
        for (table, columns) in [
            ("receipt", "device, sequence"), ("skipped", "device, first"), ("mark", "revision"),
        ] {
            let removed = try session.one(
                "WITH removed AS (DELETE FROM navsync.\(table) WHERE scene = $1 AND (\(columns)) "
                    + "IN (SELECT \(columns) FROM navsync.\(table) WHERE scene = $1 LIMIT $2) "
                    + "RETURNING 1) SELECT count(*) FROM removed",
                [.integer(scene), .integer(Int64(erasingStep))])
            guard try removed.integer(0) < erasingStep else { return true }
        }
        _ = try session.rows("DELETE FROM navsync.scene WHERE id = $1", [.integer(scene)])
        return true
    }
}
