import DatabaseHarness
import Foundation
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import SeededRandom
import StoreSamples
import Testing

/// The registry on a disk: crashes, damage, and what it costs.
@Suite struct RegistryDiskTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("navsync.sqlite")
    }

    @Test func aBatchOfBothSurvivesSIGKILLWhole() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<6 {
            let writer = try WriterProcess("register", path)
            var acknowledged: UInt64 = 0
            for _ in 0..<Int.random(in: 1...30, using: &generator) {
                acknowledged = try UInt64(#require(writer.nextLine())) ?? 0
            }
            writer.kill()
            if let last = writer.remainingLines().last { acknowledged = UInt64(last) ?? 0 }
            let store = try SQLiteStore(opening: path)
            let claim = try await store.claim(.all, after: .zero)
            #expect(claim.detectedRestore == nil, "round \(round) of seed \(seed)")
            let stored = try await store.load(SampleHistory().key, under: claim)
            let found = try #require(stored).revision.rawValue
            #expect((acknowledged...acknowledged + 1).contains(found), "seed \(seed)")
            for number in 1...found + 1 {
                let expected = number > found ? nil : SampleRegistry.account(number)
                let account = try await store.account(
                    of: SampleRegistry.account(number).user.name)
                #expect(account == expected, "round \(round) of seed \(seed)")
            }
            let users = try await store.users(after: nil, limit: .max)
            #expect(UInt64(users.count) == found)
            await store.close()
        }
    }

    @Test(arguments: [
        "UPDATE user SET uid = 0", "UPDATE user SET removed = NULL, added = added + 1",
        "UPDATE device SET role = 1", "UPDATE device SET revoked = NULL",
        "UPDATE device SET key = zeroblob(32)", "UPDATE device SET name = 'x' || name",
        "UPDATE invitation SET expires = expires + 1", "UPDATE invitation SET withdrawn = 1",
        "UPDATE invitation SET checksum = checksum + 1",
        "UPDATE device SET device = x'00', user = 'user-3'",
    ])
    func aDamagedRowIsNotReliedOn(_ sql: String) async throws {
        try await fill(3)
        let row = sql.hasPrefix("UPDATE user ") ? "name = 'user-3'" : "user = 'user-3'"
        try RawDatabase(path).run(sql + " WHERE " + row)
        let store = try SQLiteStore(opening: path)
        let error = await #expect(throws: StoreError.self) {
            try await store.account(of: "user-3")
        }
        guard case .damaged(let why) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(why.contains("has a wrong checksum"))
        #expect(try await store.account(of: "user-2") == SampleRegistry.account(2))
        await store.close()
    }

    @Test func aDamagedDeviceIsNobodys() async throws {
        try await fill(3)
        try RawDatabase(path).run("UPDATE device SET user = 'user-1' WHERE user = 'user-3'")
        let store = try SQLiteStore(opening: path)
        await #expect(throws: StoreError.self) {
            try await store.owner(of: .device(SampleRegistry.key(6)))
        }
        #expect(try await store.owner(of: .device(SampleRegistry.key(4))) == "user-2")
        await store.close()
    }

    /// Erasing removes a scene's rows in steps, with commits in between.
    @Test func erasingGoesOnInSteps() async {
        // In a process of its own: with the threads of this one taken, it would miss the steps.
        await #expect(processExitsWith: .success) {
            let disk = try RegistryDiskTests()
            let store = try SQLiteStore(opening: disk.path, journal: .atOnce)
            let claim = try await store.claim(.all, after: .zero)
            var first = SampleHistory()
            var second = SampleHistory(of: "second")
            var kept = SampleHistory(user: "bob")
            let wide =
                (0..<2_500).map { first.write(1, snapshot: $0 == 2_499) }
                + [second.write(30), kept.write(3)]
            try await store.commit(wide, under: claim)
            try await store.commit([], [.erase("ada")], under: claim)
            var steps = 0
            // Each note waits for the step that was requested before it.
            while try disk.rows("log") > 1 {
                try await store.recordUptime(.seconds(steps), under: claim)
                steps += 1
                try #require(steps < 100)
            }
            // Some 25 if nobody else runs; on a busy machine steps go by between two notes.
            #expect(steps > 2)
            try await store.recordUptime(.seconds(99), under: claim)
            try await store.recordUptime(.seconds(100), under: claim)
            #expect(
                try disk.rows("settlement") == 1 && disk.rows("snapshot") == 0
                    && disk.rows("scene") == 1)
            #expect(try await store.load(kept.key, under: claim)?.state == kept.state)
            await store.close()
        }
    }

    @Test func whatIsErasedIsNotInTheFileAnyMore() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(300, snapshot: true)], under: claim)
        await store.close()
        let route = Data("app://mail/".utf8)
        let file = URL(fileURLWithPath: path)
        #expect(try Data(contentsOf: file).range(of: route) != nil)
        let next = try SQLiteStore(opening: path)
        let again = try await next.claim(.all, after: .zero)
        try await next.commit([], [.erase("ada")], under: again)
        var steps = 0
        while try rows("scene") > 0 {
            steps += 1
            try await next.recordUptime(.seconds(steps), under: again)
            try #require(steps < 100)
        }
        await next.close()
        #expect(try Data(contentsOf: file).range(of: route) == nil)
    }

    @Test func anErasingThatWasCutOffGoesOnAtTheNextStart() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(30)], under: claim)
        await store.close()
        try RawDatabase(path).run("UPDATE scene SET user = '', scene = id")
        let next = try SQLiteStore(opening: path)
        // The claim waits for the first step, the notes for the others.
        let again = try await next.claim(.all, after: .zero)
        for second in 1...3 {
            try await next.recordUptime(.seconds(second), under: again)
        }
        #expect(try rows("log") == 0 && rows("scene") == 0)
        await next.close()
    }

    private func fill(_ count: UInt64) async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        for number in 1...count {
            let account = SampleRegistry.account(number)
            try await store.commit([], SampleRegistry.changes(for: account), under: claim)
        }
        await store.close()
    }

    private func rows(_ table: String) throws -> Int {
        let count = try RawDatabase(path).value("SELECT CAST(count(*) AS TEXT) FROM \(table)")
        return try #require(count.flatMap { Int($0) })
    }
}
