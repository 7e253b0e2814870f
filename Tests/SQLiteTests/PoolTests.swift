import DatabaseHarness
import Foundation
import SQLite
import Synchronization
import Testing

/// One connection that writes, beside several that read.
@Suite struct PoolTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("p.sqlite")
    }

    private func pool() throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: Configuration())
        try pool.writeWithoutTransaction { db throws in
            try db.execute(
                sql: "CREATE TABLE IF NOT EXISTS t (v); DELETE FROM t; INSERT INTO t VALUES (1)")
        }
        return pool
    }

    private static func sum(_ db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "SELECT sum(v) FROM t")
    }

    @Test("A read sees one state, whatever is written meanwhile")
    func snapshot() throws {
        let pool = try pool()
        try pool.read { db throws in
            #expect(try Self.sum(db) == 1)
            try pool.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
            #expect(try Self.sum(db) == 1)
            #expect(throws: DatabaseError.self) { try db.execute(sql: "DELETE FROM t") }
        }
        #expect(try pool.read(Self.sum) == 3)
        try pool.close()
    }

    @Test("More reads than may run at a time all come to their turn")
    func manyReads() async throws {
        let pool = try pool()
        let running = RunningReads()
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        pool.asyncRead { access in
                            running.begin()
                            let sum = try? Self.sum(access.get())
                            running.end()
                            continuation.resume(returning: sum)
                        }
                    }
                }
            }
            for await sum in group { #expect(sum == 1) }
        }
        #expect(running.most <= 5)
        try pool.close()
    }

    @Test(
        "The log is folded and removed at the end, however many have read",
        arguments: [true, false])
    func foldedLog(isClosed: Bool) throws {
        do {
            let pool = try pool()
            _ = try pool.read { outer throws in
                try pool.read { inner throws in
                    #expect(try Self.sum(outer) == Self.sum(inner))
                }
            }
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
            if isClosed { try pool.close() }
        }
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        #expect(try RawDatabase(path).value("SELECT CAST(sum(v) AS TEXT) FROM t") == "1")
    }

    @Test("Connections that are replaced read what is on disk")
    func replaced() throws {
        let pool = try pool()
        try pool.read { db throws in
            #expect(try Self.sum(db) == 1)
            pool.invalidateReadOnlyConnections()
            #expect(try Self.sum(db) == 1)
        }
        pool.invalidateReadOnlyConnections()
        #expect(try pool.read(Self.sum) == 1)
        try pool.close()
    }

    @Test("A read of a closed pool fails, and reports it")
    func closed() async throws {
        let pool = try pool()
        try pool.close()
        #expect(throws: DatabaseError.self) { try pool.read(Self.sum) }
        let failed = await withCheckedContinuation { continuation in
            pool.asyncRead { access in
                if case .failure = access {
                    continuation.resume(returning: true)
                } else {
                    continuation.resume(returning: false)
                }
            }
        }
        #expect(failed)
    }

    @Test("A copy is whole, tells its progress, and ends when that throws")
    func copy() throws {
        struct Enough: Error {}
        let pool = try pool()
        try pool.writeWithoutTransaction { db throws in
            try db.execute(
                sql: "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000) "
                    + "INSERT INTO t SELECT 0 FROM n")
        }
        let target = try DatabaseQueue(path: scratch("copy"))
        try pool.read { from throws in
            try target.inDatabase { to throws in
                #expect(throws: Enough.self) {
                    try from.backup(to: to, pagesPerStep: 1) { step in
                        if step.completedPageCount > 1 { throw Enough() }
                    }
                }
                var last = -1
                try from.backup(to: to, pagesPerStep: 2) { step in
                    #expect(step.completedPageCount > last)
                    last = step.completedPageCount
                }
                #expect(last > 4)
                #expect(try Int.fetchOne(to, sql: "SELECT count(*) FROM t") == 2_001)
            }
        }
        try target.close()
        try pool.close()
    }
}

/// The number of reads at a time.
private final class RunningReads: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func begin() {
        counts.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
    }

    func end() {
        counts.withLock { $0.now -= 1 }
    }
}
