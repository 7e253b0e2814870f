internal import GRDB
internal import NavigationModel

extension SQLiteStore {
    /// Rows of a table that one step of erasing removes: commits wait for one step.
    static let erasingStep = 100

    /// Takes all scenes from a user, at the cost of a row each: an erased scene is nobody's, under a
    /// name that no other has. What they held may be gigabytes; ``eraseSome(limit:_:)`` removes it.
    static func erase(_ user: UserID, _ db: Database) throws {
        try noteRemoval(where: "user = ?", [user.rawValue], db)
        // Nobody's name is empty.
        try db.run("UPDATE scene SET user = '', scene = id WHERE user = ?", [user.rawValue])
        // Its scenes begin other histories, should it come back.
        try renewEpochSeed(db)
    }

    /// Takes one scene from its user, in the same way.
    static func erase(_ key: SceneKey, _ db: Database) throws {
        try noteRemoval(
            where: "user = ? AND scene = ?", [key.user.rawValue, key.scene.rawValue], db)
        try db.run(
            "UPDATE scene SET user = '', scene = id WHERE user = ? AND scene = ?",
            [key.user.rawValue, key.scene.rawValue])
        try renewEpochSeed(db)
    }

    /// Removes some of what one erased scene held, and in the end the scene; returns whether there
    /// may be more to remove.
    static func eraseSome(limit: Int = erasingStep, _ db: Database) throws -> Bool {
        guard let row = try db.row("SELECT id FROM scene WHERE user = '' LIMIT 1", []) else {
            return false
        }
        let scene = try row.integer(0)
        for table in ["log", "snapshot"] {
            guard try removeOldest(from: table, of: scene, limit: limit, db) else { return true }
        }
        guard try removeParts(of: scene, limit: limit, db) else { return true }
        // Each by the columns that its key goes on with.
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
