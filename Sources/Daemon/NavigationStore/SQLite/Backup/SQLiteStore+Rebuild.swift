internal import DatabaseFiles
internal import POSIX
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SQLiteStore {
    /// Creates a new database by our own migrations, and copies the rows of another one into it:
    /// nothing of that one's schema is used. Every row is checked on the way, as far as it can be
    /// by itself.
    static func rebuild(
        _ source: OpenedDatabase, in draft: AtomicFile, progress: (CopyProgress) throws -> Void,
        damaged: (String) throws -> Void
    ) throws {
        var configuration = DatabaseFile.configuration()
        // Checked once at the end: rows reference one another across tables.
        configuration.foreignKeysEnabled = false
        let target = try DatabaseQueue(path: draft.path, configuration: configuration)
        try source.read { from in
            let pages = try Int.fetchOne(from, sql: "PRAGMA page_count") ?? 0
            let size = try Int.fetchOne(from, sql: "PRAGMA page_size") ?? 0
            let version = try Int.fetchOne(from, sql: "PRAGMA user_version") ?? 0
            // Rows of an earlier version are copied, and then migrated.
            var meter = CopyMeter(total: pages * size * (version < format.version ? 2 : 1))
            try progress(meter.progress)
            try withoutActuallyEscaping(progress) { progress in
                try withoutActuallyEscaping(damaged) { damaged in
                    try target.writeWithoutTransaction { to in
                        // It is not read before it is synced as a whole.
                        try to.execute(
                            sql: """
                                PRAGMA application_id = \(format.applicationID);
                                PRAGMA synchronous = OFF;
                                """)
                        try format.migrate(to, upTo: version)
                        try to.inTransaction(.immediate) {
                            for table in try format.tables.filter({ try to.tableExists($0) }) {
                                try copyRows(
                                    of: table, from, to, damaged: damaged
                                ) { length in
                                    if meter.add(length) { try progress(meter.progress) }
                                }
                            }
                            try checkReferences(to)
                            return .commit
                        }
                        let copied = meter.progress.completed
                        try format.migrate(to) { length in
                            if meter.add(upTo: copied + length) { try progress(meter.progress) }
                        }
                        try to.inTransaction(.immediate) {
                            try checkParts(to, damaged: damaged)
                            try foldJournal(to, damaged: damaged)
                            // Nothing of the source's bookkeeping is used either.
                            try measureScenes(to)
                            return .commit
                        }
                    }
                }
            }
            try progress(CopyProgress(completed: meter.total, total: meter.total))
        }
        try target.close()
    }

    private static func copyRows(
        of table: String, _ from: Database, _ to: Database, damaged: (String) throws -> Void,
        step: (Int) throws -> Void
    ) throws {
        var check = try RowCheck(of: table, to)
        // In the middle of a migration, the rows that are not moved yet are the later ones.
        for table in try [table, "old_\(table)"].filter({ try to.tableExists($0) }) {
            // Rows of our own migrations are in the source as well.
            try to.execute(sql: "DELETE FROM \(table)")
            let columns = try to.columns(in: table)
            let list = columns.joined(separator: ", ")
            let places = columns.map { _ in "?" }.joined(separator: ", ")
            let insertion = try to.makeStatement(
                sql: "INSERT INTO \(table) (\(list)) VALUES (\(places))")
            check.setColumns(columns)
            try from.forEachRow("SELECT \(list) FROM \(table) NOT INDEXED", []) { row in
                if let why = try check.take(row) { try damaged(why) }
                try insertion.execute(StatementArguments(row.databaseValues))
                try step(row.databaseValues.reduce(8) { $0 + $1.length })
            }
        }
        for why in check.unfinished { try damaged(why) }
    }

    private static func checkReferences(_ db: Database) throws {
        guard let row = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") else { return }
        throw DatabaseError(
            resultCode: .SQLITE_CORRUPT,
            message: "a row of the table \(try row.text(0)) has a dangling reference")
    }

    /// Reports the snapshots with missing parts.
    private static func checkParts(_ db: Database, damaged: (String) throws -> Void) throws {
        var faults: [String] = []
        try db.forEachRow(
            "SELECT user, scene.scene, snapshot.revision FROM snapshot "
                + "JOIN scene ON scene.id = snapshot.scene WHERE user <> '' AND parts <> "
                + "(SELECT count(*) FROM part "
                + "WHERE part.scene = snapshot.scene AND part.revision = snapshot.revision)", []
        ) { row in
            let revision = Revision(column: try row.integer(2))
            faults.append(
                "scene \(try row.text(0))/\(try row.text(1)): a part of the snapshot at revision "
                    + "\(revision) is missing")
        }
        for fault in faults { try damaged(fault) }
    }

    /// Folds what the journal holds, and empties it; reports what of it is damaged or missing.
    private static func foldJournal(_ db: Database, damaged: (String) throws -> Void) throws {
        let state = try readJournal(db)
        if let fault = state.fault { try damaged(fault) }
        for (key, scene) in state.scenes.sorted(by: { $0.key < $1.key }) {
            var head = try self.scene(key, Journal.Tail(), db)?.revision ?? .zero
            for segment in scene.slices.map(\.segment) {
                if !segment.isSound {
                    try damaged("scene \(key): \(segment.title) a wrong checksum")
                } else if segment.first > head.next {
                    try damaged("scene \(key): revision \(head.next) is missing from the log")
                }
                head = segment.revision
            }
        }
        let last = try batch(db)
        var transaction = JournalTransaction(Journal(state))
        for key in transaction.scenes(where: { _ in true }) {
            try fold(key, skippingDamage: true, &transaction, db)
        }
        try db.run("DELETE FROM journal", [])
        try db.run("UPDATE shard SET batch = max(batch, ?)", [Int64(bitPattern: last)])
    }

    /// Reads the whole registry; throws ``StoreError/damaged(_:)`` at the first corrupt row.
    static func checkRegistry(_ db: Database) throws {
        for table in [RegisteredUser.table, RegisteredDevice.table, Invitation.table] {
            try table.forEachRow(where: "1", [], db) { _ in }
        }
    }
}

/// The progress of a copy, reported after each mebibyte.
private struct CopyMeter {
    let total: Int
    private var completed = 0
    private var reported = 0

    init(total: Int) {
        self.total = total
    }

    /// The reported progress: rows are shorter than their pages, and never longer than the total.
    var progress: CopyProgress { CopyProgress(completed: min(completed, total), total: total) }

    /// Adds a row; returns whether a report is due.
    mutating func add(_ length: Int) -> Bool { add(upTo: completed + length) }

    /// Adds rows until that is the number of bytes; returns whether a report is due.
    mutating func add(upTo length: Int) -> Bool {
        completed = max(completed, length)
        guard completed - reported >= 1 << 20 else { return false }
        reported = completed
        return true
    }
}

/// The checks of the rows of one table by themselves: that the bytes of commits and snapshots are
/// unaltered, and that no commit is missing.
private struct RowCheck {
    /// A scene's row, and its next expected commit.
    private struct Scene {
        let name: String
        let revision: Revision
        let oldestRevision: Revision
        var next: Revision
    }

    private let table: String
    private var columns: [String: Int] = [:]
    private var scenes: [Int64: Scene] = [:]

    init(of table: String, _ db: Database) throws {
        self.table = table
        guard ["log", "snapshot", "part"].contains(table) else { return }
        // The first version kept all commits.
        let oldestRevision = try db.columns(in: "scene").contains("retained")
        try db.forEachRow(
            "SELECT id, user, scene, revision, \(oldestRevision ? "retained" : "0") FROM scene", []
        ) { row in
            let user = try row.text(1)
            // An erased scene is incomplete.
            guard !user.isEmpty else { return }
            let oldestRevision = Revision(column: try row.integer(4))
            scenes[try row.integer(0)] = Scene(
                name: "scene \(user)/\(try row.text(2))",
                revision: Revision(column: try row.integer(3)), oldestRevision: oldestRevision,
                next: oldestRevision.next)
        }
    }

    /// Sets the names of the columns of the rows that follow.
    mutating func setColumns(_ names: [String]) {
        columns = Dictionary(
            names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Checks a row; returns its fault.
    mutating func take(_ row: Row) throws -> String? {
        guard let bytes = columns["bytes"], let checksum = columns["checksum"],
            let place = columns["scene"], let number = columns["revision"],
            var scene = scenes[try row.integer(place)]
        else { return nil }
        let revision = Revision(column: try row.integer(number))
        defer { if let id = try? row.integer(place) { scenes[id] = scene } }
        let lengths = try columns["lengths"].flatMap { try row.optionalBytes($0) }
        let first = Segment.first(of: revision, lengths)
        var problem: String?
        if table == "log", revision > scene.oldestRevision {
            if first > scene.next || revision < scene.next {
                problem = "\(scene.name): revision \(scene.next) is missing from the log"
            }
            scene.next = revision.next
        }
        let content = try row.bytes(bytes)
        if try row.integer(checksum) != Checksum.of(lengths.map { content + $0 } ?? content) {
            let subject =
                table == "log"
                ? Segment.title(first, revision) : "the snapshot at revision \(revision) has"
            problem = "\(scene.name): \(subject) a wrong checksum"
        }
        if let receipts = try columns["receipts"].flatMap({ try row.optionalBytes($0) }),
            ReceiptRun.runs(in: PackedReader(checked: receipts)) == nil
        {
            problem = "\(scene.name): invalid receipts at revision \(revision)"
        }
        return problem
    }

    /// The faults of the scenes whose last commits are missing.
    var unfinished: [String] {
        guard table == "log" else { return [] }
        return scenes.values.filter { $0.next <= $0.revision }.map { scene in
            "\(scene.name): the log ends before revision \(scene.next), not at \(scene.revision)"
        }.sorted()
    }
}

extension DatabaseValue {
    /// Bytes that it takes, about.
    fileprivate var length: Int {
        switch storage {
        case .null: 1
        case .int64, .double: 8
        case .string(let text): text.utf8.count
        case .blob(let data): data.count
        }
    }
}
