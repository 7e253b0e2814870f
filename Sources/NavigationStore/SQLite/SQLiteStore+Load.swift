internal import FoundationEssentials
internal import GRDB
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SQLiteStore {
    /// Reads a scene: the newest snapshot, and the log after it.
    static func load(_ key: SceneKey, _ db: Database) throws -> StoredScene? {
        guard
            let row = try db.row(
                "SELECT id, epoch, revision FROM scene WHERE user = ? AND scene = ?",
                [key.user.rawValue, key.scene.rawValue])
        else { return nil }
        let scene = try row.integer(0)
        let epoch = Epoch(column: try row.integer(1))
        let revision = Revision(column: try row.integer(2))
        let snapshot = try snapshot(of: scene, key, db)
        var replay = Replay(of: key, from: snapshot?.state ?? SceneState(), at: snapshot?.revision)
        try db.forEachRow(
            "SELECT revision, bytes, checksum FROM log WHERE scene = ? AND revision > ? "
                + "ORDER BY revision", [scene, replay.revision.column]
        ) { row in
            try replay.apply(try commit(in: row, key))
        }
        guard replay.revision == revision else {
            throw StoreError.damaged(
                "scene \(key): the log ends at revision \(replay.revision), not \(revision)")
        }
        return StoredScene(
            epoch: epoch, revision: revision, state: replay.state,
            snapshotRevision: snapshot?.revision ?? .zero,
            last: try lastSettlements(of: scene, key, db))
    }

    /// Reads a piece of the log.
    static func entries(
        of key: SceneKey, after revision: Revision, limit: Int, _ db: Database
    ) throws -> [Commit] {
        var commits: [Commit] = []
        try db.forEachRow(
            "SELECT log.revision, log.bytes, log.checksum FROM scene "
                + "JOIN log ON log.scene = scene.id "
                + "WHERE scene.user = ? AND scene.scene = ? AND log.revision > ? "
                + "ORDER BY log.revision LIMIT ?",
            [key.user.rawValue, key.scene.rawValue, revision.column, max(0, limit)]
        ) { row in
            commits.append(try commit(in: row, key))
        }
        return commits
    }

    /// Reads what one change came to.
    static func settlement(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey, _ db: Database
    ) throws -> Settlement? {
        try db.row(
            "SELECT device, sequence, hash, time, outcomes, settlement.revision FROM scene "
                + "JOIN settlement ON settlement.scene = scene.id "
                + "WHERE user = ? AND scene.scene = ? AND device = ? AND sequence = ?",
            [key.user.rawValue, key.scene.rawValue, device.column, sequence.column]
        ).map { try settlement(in: $0, key) }
    }

    private static func snapshot(
        of scene: Int64, _ key: SceneKey, _ db: Database
    ) throws -> (state: SceneState, revision: Revision)? {
        guard
            let row = try db.row(
                "SELECT revision, bytes, checksum FROM snapshot WHERE scene = ? "
                    + "ORDER BY revision DESC LIMIT 1", [scene])
        else { return nil }
        let revision = Revision(column: try row.integer(0))
        let bytes = try row.bytes(1)
        guard try row.integer(2) == checksum(bytes) else {
            throw StoreError.damaged(
                "scene \(key): the snapshot at revision \(revision) has a wrong checksum")
        }
        do {
            return (try SceneState(snapshot: bytes), revision)
        } catch {
            throw StoreError.damaged("scene \(key): the snapshot at revision \(revision): \(error)")
        }
    }

    /// Decodes a row of revision, bytes and checksum.
    private static func commit(in row: Row, _ key: SceneKey) throws -> Commit {
        let revision = Revision(column: try row.integer(0))
        let bytes = try row.bytes(1)
        guard try row.integer(2) == checksum(bytes) else {
            throw StoreError.damaged("scene \(key): revision \(revision) has a wrong checksum")
        }
        let commit: Commit
        do {
            commit = try Commit(encoded: bytes)
        } catch {
            throw StoreError.damaged("scene \(key): revision \(revision): \(error)")
        }
        guard commit.revision == revision else {
            throw StoreError.damaged(
                "scene \(key): revision \(commit.revision) is in the place of \(revision)")
        }
        return commit
    }

    /// Of each device, the settlement with its greatest sequence: two steps in the index for each,
    /// however many changes there were.
    private static func lastSettlements(
        of scene: Int64, _ key: SceneKey, _ db: Database
    ) throws -> [DeviceID: Settlement] {
        var last: [DeviceID: Settlement] = [:]
        var device = Data()
        while let next = try db.row(
            "SELECT device FROM settlement WHERE scene = ? AND device > ? ORDER BY device LIMIT 1",
            [scene, device])
        {
            device = Data(try next.bytes(0))
            let row = try db.row(
                "SELECT device, sequence, hash, time, outcomes, revision FROM settlement "
                    + "WHERE scene = ? AND device = ? ORDER BY sequence DESC LIMIT 1",
                [scene, device])
            guard let row else { continue }
            let settlement = try settlement(in: row, key)
            last[settlement.device] = settlement
        }
        return last
    }

    /// Decodes a row of device, sequence, hash, time, outcomes and revision.
    private static func settlement(in row: Row, _ key: SceneKey) throws -> Settlement {
        let sequence = SequenceNumber(column: try row.integer(1))
        guard let device = DeviceID(column: try row.bytes(0)),
            let hash = Digest(bytes: try row.bytes(2)),
            let outcomes = try? [Outcome](encoded: try row.bytes(4))
        else {
            throw StoreError.damaged("scene \(key): the outcome of change \(sequence)")
        }
        return Settlement(
            device: device, sequence: sequence, hash: hash,
            time: Timestamp(rawValue: try row.integer(3)), outcomes: outcomes,
            revision: try row.optionalInteger(5).map(Revision.init(column:)))
    }
}
