import GRDB
import NavigationModel

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
                        INSERT INTO log WITH RECURSIVE n (i) AS (
                            SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(size >> 16))
                            SELECT 1000000, i, zeroblob(65536), \(checksum) FROM n;
                        """)
            }
            try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try queue.close()
        }
    }
}
