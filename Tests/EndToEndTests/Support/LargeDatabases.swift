import SQLite
import NavigationModel

/// Makes copies of the one scene that a database has, so that there are very many.
enum CrowdedDatabase {
    /// Scenes of each user that is made.
    static let scenesOfUser = 50

    /// The user who has a copy, and its name there.
    static func place(of number: Int) -> (user: String, scene: String) {
        ("user-\(number / scenesOfUser)", "scene-\(number % scenesOfUser)")
    }

    /// Makes `count` copies. No daemon may run.
    static func fill(_ path: String, _ count: Int) async throws {
        try await onOwnThread {
            let queue = try DatabaseQueue(path: path)
            try queue.write { db in
                try db.execute(
                    sql: """
                        CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (
                            SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT \(count)) SELECT i FROM n;
                        CREATE TEMP TABLE model AS SELECT * FROM scene;
                        INSERT INTO scene (id, user, scene, epoch, revision, retained)
                        SELECT 1000 + i, 'user-' || (i / \(scenesOfUser)),
                            'scene-' || (i % \(scenesOfUser)), epoch, revision, retained
                            FROM n, model;
                        INSERT INTO log (scene, revision, bytes, checksum, lengths, receipts)
                            SELECT 1000 + i, log.revision, bytes, checksum, lengths, receipts
                            FROM n, model, log WHERE log.scene = model.id;
                        INSERT INTO mark SELECT 1000 + i, mark.revision, lived, position
                            FROM n, model, mark WHERE mark.scene = model.id;
                        INSERT INTO settlement (scene, device, sequence, hash, time, outcomes,
                                revision, head, earlier)
                            SELECT 1000 + i, device, sequence, hash, time, outcomes,
                                settlement.revision, head, earlier
                            FROM n, model, settlement WHERE settlement.scene = model.id;
                        """)
            }
            try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try queue.close()
        }
    }
}

/// A database so large that copying it takes its time.
enum BulkyDatabase {
    /// Bytes that are added: some tens of steps of a copy.
    static let size = 48 << 20

    /// Adds a scene with a long history, which nobody asks for. No daemon may run.
    static func fill(_ path: String) async throws {
        let zeroes = Digest(hashing: [UInt8](repeating: 0, count: 65_536))
        let checksum = Int64(bitPattern: zeroes.firstLane)
        try await onOwnThread {
            let queue = try DatabaseQueue(path: path)
            try queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO scene (id, user, scene, epoch, revision, retained)
                        SELECT 1000000, 'eve', 'bulk', 1, \(size >> 16), 0;
                        INSERT INTO log (scene, revision, bytes, checksum) WITH RECURSIVE n (i) AS (
                            SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(size >> 16))
                            SELECT 1000000, i, zeroblob(65536), \(checksum) FROM n;
                        """)
            }
            try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try queue.close()
        }
    }
}
