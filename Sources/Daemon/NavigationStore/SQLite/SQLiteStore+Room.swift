internal import DatabaseFiles
internal import POSIX
internal import SQLite
internal import NavigationModel

/// Writing on a full disk.
extension SQLiteStore {
    /// The handling of a write without disk space.
    enum SpacePolicy: Sendable {
        /// It fails, and leaves the reserve alone.
        case needsSpace
        /// It uses the reserve, for it revokes access, or frees space.
        case mayUseReserve
    }

    /// Reads the last term; `nil` before the first.
    static func term(_ db: Database) throws -> Term? {
        let row = try db.row("SELECT term FROM shard WHERE id = 0", [])
        return try row.map { Term(rawValue: UInt64(bitPattern: try $0.integer(0))) }
    }

    /// The least bytes that the log has to free to justify releasing the reserve, which is restored
    /// from them.
    private static let worthwhile = 1 << 20

    /// Writes the log into the database, and leaves its blocks for the next transactions to write
    /// over; returns `true` if all of it was written.
    func recycleLog(_ db: Database) -> Bool {
        // It never waits for a reader of the log: then this is for the next time.
        guard let result = try? db.checkpoint(.passive) else { return false }
        return result.checkpointedFrameCount == result.walFrameCount
    }

    /// Writes the log into the database and frees its blocks, if the database has space to grow by
    /// it, with a part of the reserve if necessary; returns `true` if that was done.
    func foldLog(_ db: Database) -> Bool {
        do {
            let log = try DurableFiles.size(of: file.path + "-wal") ?? 0
            guard log > 0 else { return false }
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            let growth = pages * pageSize - (try DurableFiles.size(of: file.path) ?? 0)
            let free = Int(clamping: DurableFiles.free(at: file.path))
            if reserve.isHeld {
                guard log - growth >= Self.worthwhile else { return false }
                // Half of it may be a remainder that is not freed at once.
                guard growth <= free || growth <= free + reserve.heldLength / 2 && reserve.release()
                else { return false }
            } else {
                guard growth <= free else { return false }
            }
            guard recycleLog(db) else { return false }
            try db.checkpoint(.truncate)
            return true
        } catch {
            return false
        }
    }
}

extension DiskReserve {
    /// Pages of the log after which it has to be written into the database, as long as the reserve
    /// is released: erasing and compacting use a part of it, and the same part again. `nil` while
    /// it is held.
    var logLimit: Int? { isHeld ? nil : max(16, length / 8 / 4_096) }
}
