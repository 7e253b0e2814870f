internal import Files
internal import GRDB
internal import NavigationModel

/// Writing when the disk is full.
extension SQLiteStore {
    /// The way out of a write for which there is no room.
    enum Need: Sendable {
        /// It fails, and leaves the reserve alone.
        case needsRoom
        /// It takes the reserve, for it shuts out, or makes room.
        case mayUseReserve
    }

    /// Reads the last term of a shard; `nil` before the first.
    static func term(of shard: Shard, _ db: Database) throws -> Term? {
        let row = try db.row("SELECT term FROM shard WHERE id = ?", [Int64(shard.rawValue)])
        return try row.map { Term(rawValue: UInt64(bitPattern: try $0.integer(0))) }
    }

    /// Bytes that the log has to give back for it to be worth the reserve, which is put back from them.
    private static let worthwhile = 1 << 20

    /// Writes the log into the database and gives its blocks back, if the database has room to grow by
    /// it, with a part of the reserve if need be; returns `true` if that was done.
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
                // Half of it may be a rest that is not given back at once.
                guard growth <= free || growth <= free + reserve.heldLength / 2 && reserve.release()
                else { return false }
            } else {
                guard growth <= free else { return false }
            }
            // Nobody waits for a reader of the log: then this is for the next time.
            let result = try db.checkpoint(.passive)
            guard result.checkpointedFrameCount == result.walFrameCount else { return false }
            try db.checkpoint(.truncate)
            return true
        } catch {
            return false
        }
    }
}

extension DiskReserve {
    /// Pages of the log after which it is to be written into the database, as long as this is released:
    /// what erasing and compacting write takes a part of it, and again the same part. `nil` while it is
    /// held.
    var logLimit: Int? { isHeld ? nil : max(16, length / 8 / 4_096) }
}
