internal import DatabaseFiles
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SQLiteStore {
    /// Rows of a table that one step of erasing deletes: commits wait for one step.
    static let erasingStep = 100

    /// Detaches all scenes from a user, at the cost of a row each: an erased scene has no user, and
    /// a unique name. Their data may be gigabytes; ``eraseSome(limit:_:_:)`` deletes it.
    static func erase(_ user: UserID, _ db: Database) throws {
        try noteRemoval(where: "user = ?", [user.rawValue], db)
        // No user's name is empty.
        try db.run("UPDATE scene SET user = '', scene = id WHERE user = ?", [user.rawValue])
        // Its scenes begin other histories, should it be added again.
        try renewEpochSeed(db)
    }

    /// Detaches one scene from its user, in the same way.
    static func erase(_ key: SceneKey, _ db: Database) throws {
        try noteRemoval(
            where: "user = ? AND scene = ?", [key.user.rawValue, key.scene.rawValue], db)
        try db.run(
            "UPDATE scene SET user = '', scene = id WHERE user = ? AND scene = ?",
            [key.user.rawValue, key.scene.rawValue])
        try renewEpochSeed(db)
    }

    /// Gives a scene, which is folded, another id. Its log and receipts are by the number of its row.
    static func move(
        _ key: SceneKey, to target: SceneKey, _ change: RegistryChange, _ db: Database
    ) throws {
        guard let scene = try scene(key, Journal.Tail(), db) else {
            throw StoreError.registryConflict(change)
        }
        if !key.scene.isTrash { try note(.removed(scene.epoch), of: key, .none, db) }
        if !target.scene.isTrash {
            try db.run(
                "DELETE FROM former WHERE user = ? AND scene = ? AND epoch = ?",
                [target.user.rawValue, target.scene.rawValue, scene.epoch.column])
        }
        try db.run(
            "UPDATE scene SET scene = ? WHERE id = ?", [target.scene.rawValue, scene.id])
        // The former id begins another history, should it come again.
        try renewEpochSeed(db)
    }

    /// Deletes some of the data of one erased scene, and finally the scene; returns whether there
    /// may be more to delete. First the other scenes in its rows of the journal are folded.
    static func eraseSome(
        limit: Int = erasingStep, _ transaction: inout JournalTransaction, _ db: Database
    ) throws -> Bool {
        guard let row = try db.row("SELECT id FROM scene WHERE user = '' LIMIT 1", []) else {
            return false
        }
        let scene = try row.integer(0)
        guard try !foldRows(besides: scene, &transaction, db) else { return true }
        for table in ["log", "snapshot"] {
            guard try removeOldest(from: table, of: scene, limit: limit, db) else { return true }
        }
        guard try removeParts(of: scene, limit: limit, db) else { return true }
        // Each by the further columns of its key.
        for (table, columns) in [
            ("settlement", "device, sequence"), ("skipped", "device, first"), ("mark", "revision"),
        ] {
            try db.run(
                "DELETE FROM \(table) WHERE scene = ?1 AND (\(columns)) IN "
                    + "(SELECT \(columns) FROM \(table) WHERE scene = ?1 LIMIT ?2)",
                [scene, limit])
            guard db.changesCount < limit else { return true }
        }
        try db.run("DELETE FROM scene WHERE id = ?", [scene])
        return true
    }
}
