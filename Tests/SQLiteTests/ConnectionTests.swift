import DatabaseHarness
import Foundation
import SQLite
import Testing

/// One connection: values, statements and transactions.
@Suite struct ConnectionTests {
    let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.inDatabase { db throws in
            try db.execute(
                sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v); "
                    + "CREATE TABLE child (t INTEGER REFERENCES t (id))")
        }
    }

    private static let values: [DatabaseValue] = [
        .null, Int64.min.databaseValue, Int64.max.databaseValue,
        DatabaseValue(storage: .double(-0.5)), "".databaseValue, "a\0b".databaseValue,
        "한국어".databaseValue, Data().databaseValue, Data([0, 255, 0]).databaseValue,
    ]

    @Test("A value comes back as it was stored, with its type", arguments: values)
    func roundTrip(_ value: DatabaseValue) throws {
        let found = try queue.inDatabase { db throws in
            try db.run("INSERT INTO t (v) VALUES (?)", [value])
            return try db.row("SELECT v, typeof(v) FROM t", [])
        }
        #expect(found?[0] == value)
        let types = ["null", "integer", "real", "text", "blob"]
        let type =
            switch value.storage {
            case .null: 0
            case .int64: 1
            case .double: 2
            case .string: 3
            case .blob: 4
            }
        #expect(found?[1] == types[type].databaseValue)
        #expect(found?[2] == .null)
    }

    @Test("Invalid UTF-8 in a text is replaced, and traps nothing")
    func invalidText() throws {
        let text = try queue.inDatabase { db throws in
            try String.fetchOne(db, sql: "SELECT CAST(x'61ff62' AS TEXT)")
        }
        #expect(text == "a\u{fffd}b")
    }

    @Test("A number that does not fit is no value")
    func narrowing() throws {
        try queue.inDatabase { db throws in
            #expect(try Int32.fetchOne(db, sql: "SELECT 4294967296") == nil)
            #expect(try Int.fetchOne(db, sql: "SELECT 'x'") == nil)
            #expect(try Int.fetchOne(db, sql: "SELECT 1 WHERE 0") == nil)
        }
    }

    @Test("A statement can be run again while its rows are read")
    func nested() throws {
        var pairs = 0
        try queue.inDatabase { db throws in
            try db.execute(sql: "INSERT INTO t (id) VALUES (1), (2), (3)")
            let sql = "SELECT id FROM t"
            try db.forEachRow(sql, []) { _ in
                try db.forEachRow(sql, []) { _ in pairs += 1 }
            }
            // Stopped in its middle, it begins anew.
            try db.readRows(sql, []) { _ in false }
            #expect(try db.row(sql, [])?[0] == Int64(1).databaseValue)
        }
        #expect(pairs == 9)
    }

    @Test("No argument of one run is left for the next")
    func clearedBindings() throws {
        try queue.inDatabase { db throws in
            let sql = "SELECT ?1"
            #expect(try db.row(sql, ["secret"])?[0] == "secret".databaseValue)
            #expect(try db.row(sql, [])?[0] == .null)
        }
    }

    @Test("A body that throws leaves no transaction, and nothing of it")
    func rolledBack() throws {
        struct Failure: Error {}
        var ends = 0
        try queue.inDatabase { db throws in
            #expect(throws: Failure.self) {
                try db.inTransaction(.immediate) {
                    try db.run("INSERT INTO t (v) VALUES (1)", [])
                    db.afterCommit { ends += 1 }
                    throw Failure()
                }
            }
            #expect(!db.isInsideTransaction)
            try db.inTransaction(.immediate) { .commit }
            #expect(ends == 0)
            try db.inTransaction(.immediate) {
                db.afterCommit { ends += 1 }
                return .rollback
            }
            try db.inTransaction(.immediate) {
                db.afterCommit { ends += 10 }
                return .commit
            }
            try db.inTransaction(.immediate) { .commit }
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
        }
        #expect(ends == 10)
    }

    @Test("References are enforced, and a name in double quotes is no text")
    func strictness() throws {
        try queue.inDatabase { db throws in
            let error = #expect(throws: DatabaseError.self) {
                try db.run("INSERT INTO child (t) VALUES (7)", [])
            }
            #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
            let typo = #expect(throws: DatabaseError.self) {
                try db.execute(sql: "SELECT \"nothing\"")
            }
            #expect(typo?.message?.contains("no such column") == true)
        }
    }

    @Test("The names in a schema are those of the tables")
    func names() throws {
        try queue.inDatabase { db throws in
            try db.execute(sql: "CREATE TABLE k (a, b, c, PRIMARY KEY (c, a)) WITHOUT ROWID")
            #expect(try db.tableExists("k"))
            #expect(try !db.tableExists("absent"))
            #expect(try db.columns(in: "k") == ["a", "b", "c"])
            #expect(try db.primaryKey("k") == ["c", "a"])
            #expect(try db.columns(in: "absent").isEmpty)
        }
    }

    @Test("A file that is no database is refused when it is opened")
    func foreignFile() throws {
        let scratch = try Scratch()
        try Data("no database, but long enough to be read as the header of one".utf8)
            .write(to: URL(filePath: scratch("f")))
        let error = #expect(throws: DatabaseError.self) {
            try DatabaseQueue(path: scratch("f"))
        }
        #expect(error?.resultCode == .SQLITE_NOTADB)
    }

    @Test("A call on a closed connection throws")
    func closed() throws {
        try queue.close()
        try queue.close()
        #expect(throws: DatabaseError.self) { try queue.read { _ in } }
        try queue.inDatabase { db throws in
            #expect(!db.isInsideTransaction)
            #expect(db.totalChangesCount == 0)
            #expect(throws: DatabaseError.self) { try db.checkpoint(.passive) }
            #expect(throws: DatabaseError.self) { try db.backup(to: db) }
            #expect(throws: DatabaseError.self) { try db.execute(sql: "SELECT 1") }
        }
    }
}
