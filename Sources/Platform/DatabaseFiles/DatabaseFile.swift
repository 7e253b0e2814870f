internal import CSQLite
package import SQLite
internal import POSIX

/// A SQLite file, with its creation, its checks and its settings: the same for the daemon's and for
/// a device's.
package struct DatabaseFile: Sendable {
    /// The path.
    package let path: String
    /// The expected format.
    package let format: DatabaseFormat

    /// Joins the parts; touches no file.
    package init(path: String, format: DatabaseFormat) {
        self.path = path
        self.format = format
    }

    /// The size, in bytes, up to which the check at start reads the whole file: some 10 ms of work.
    package static let wholeCheckLimit = 4_194_304

    /// Returns a Boolean value indicating whether the file exists. One that is empty, or is missing
    /// beside its log, is damaged: a file is created as a whole (`create(filling:)`), and a new
    /// one would replay that log. One that others may have written, or may read, is refused.
    package func exists() throws -> Bool {
        switch try DurableFiles.size(of: path) {
        case nil:
            guard try DurableFiles.size(of: path + "-wal") ?? 0 == 0 else {
                throw DatabaseFileError.damaged(path, "it is missing, but its log exists")
            }
            return false
        case 0: throw DatabaseFileError.damaged(path, "it is empty")
        default:
            try PathTrust.check(file: path)
            try PathTrust.checkPrivacy(of: path)
            return true
        }
    }

    /// Removes the file and SQLite's files beside it, as far as possible.
    package func removeAll() {
        for suffix in ["", "-journal", "-wal", "-shm"] { try? DurableFiles.remove(path + suffix) }
    }

    /// Returns the configuration of a connection: none trusts the content of the file.
    package static func configuration(isReadOnly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.prepareDatabase { db in
            let code = unsafe csqlite_distrust(db.sqliteConnection)
            guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
            try db.execute(sql: "PRAGMA cell_size_check = ON")
        }
        return configuration
    }

    /// Creates the file (mode 0600) in its present form, durably, and puts it in place when it is
    /// complete, with what `fill` adds. The caller holds a lock against others who create it.
    package func create(filling fill: (Database) throws -> Void = { _ in }) throws {
        let draft = path + ".new"
        for suffix in ["-journal", "-wal", "-shm"] { try DurableFiles.remove(draft + suffix) }
        try DurableFiles.createEmpty(draft)
        let queue = try DatabaseQueue(path: draft, configuration: Self.configuration())
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA application_id = \(format.applicationID)")
            try format.migrate(db)
            try fill(db)
            try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
        try DurableFiles.syncFile(draft)
        try DurableFiles.move(draft, to: path)
    }

    /// Throws if the file is foreign, newer or damaged. It changes nothing: the connection is
    /// read-only.
    package func check(
        wholeUpTo limit: Int = wholeCheckLimit, and body: (Database) throws -> Void = { _ in }
    ) throws {
        var configuration = Self.configuration(isReadOnly: true)
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { db in
            try format.checkKind(db, at: path)
            try format.checkSchema(db, at: path)
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            if pages * pageSize <= limit {
                if let fault = try db.fault(.quick) { throw DatabaseFileError.damaged(path, fault) }
            } else {
                try readEnds(db)
            }
            try body(db)
        }
        try queue.close()
    }

    /// Runs `body` on a durable snapshot, by a new connection with empty caches: the result does
    /// not come from memory.
    package func readAnew<Result>(_ body: (Database) throws -> Result) throws -> Result {
        var configuration = Self.configuration(isReadOnly: true)
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration).read(body)
    }

    /// Makes every commit of this connection survive a loss of power, and proves it: the settings
    /// are read back.
    package func makeDurable(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL")
        let synchronous = try Self.synchronous(db)
        let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? ""
        guard synchronous == 2, journal == "wal" else {
            throw DatabaseFileError(
                .unusable,
                "\(path) can't be made durable (synchronous \(synchronous), journal \(journal)): "
                    + "keep it on a local file system")
        }
    }

    /// Leaves the syncing of every commit of this connection to the next that ``makeDurable(_:)``
    /// precedes, or to a checkpoint: the write-ahead log keeps their order.
    package static func deferSyncs(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }

    /// Returns the connection's `synchronous`: 2 is FULL.
    package static func synchronous(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
    }

    private func readEnds(_ db: Database) throws {
        for table in try format.tables.filter({ try db.tableExists($0) }) {
            let columns = try db.primaryKey(table)
            for order in ["ASC", "DESC"] {
                let keys = columns.map { "\($0) \(order)" }.joined(separator: ", ")
                _ = try Row.fetchOne(db, sql: "SELECT * FROM \(table) ORDER BY \(keys) LIMIT 1")
            }
        }
    }
}

extension Database {
    /// Keeps the write-ahead log when the connection is closed, even the last one.
    package func keepLog() {
        _ = unsafe csqlite_keep_log(sqliteConnection)
    }

    /// SQLite's own checks of a whole file.
    package enum Check: String {
        /// The structure of all pages.
        case quick = "quick_check"
        /// The structure, and each index against its table.
        case integrity = "integrity_check"
    }

    /// Returns the first fault that SQLite finds in the file, in one line; `nil` if there is none.
    package func fault(_ check: Check) throws -> String? {
        let verdict = try String.fetchOne(self, sql: "PRAGMA \(check.rawValue)(1)") ?? "no answer"
        guard verdict != "ok" else { return nil }
        // SQLite's report starts with a line that names the connection's database: there is one.
        let lines = verdict.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("***") }
        return lines.isEmpty ? verdict : lines.joined(separator: "; ")
    }
}
