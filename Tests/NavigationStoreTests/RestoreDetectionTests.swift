import DatabaseHarness
import Foundation
import NavigationModel
import StoreSamples
import Testing

@testable import NavigationStore
import NavigationSync
import NavigationWire

/// A copy of the database that is put back by hand is noticed, and what goes on is not taken for
/// one.
@Suite struct RestoreDetectionTests {
    let scratch: Scratch
    let path: String
    let copy: String

    init() throws {
        scratch = try Scratch()
        path = scratch("navsync.sqlite")
        copy = scratch("copy.sqlite")
    }

    @Test func whatGoesOnIsNoCopy() async throws {
        for round in 1...3 {
            let store = try SQLiteStore(opening: path)
            let first = try await store.claim(.all, after: .zero)
            let second = try await store.claim(.all, after: first.term)
            #expect(first.detectedRestore == nil && second.detectedRestore == nil, "round \(round)")
            try await store.recordUptime(.seconds(round), under: second)
            await store.close()
        }
        let token = try #require(try tokens().first)
        try await reopen()
        #expect(try tokens().count == 1 && !tokens().contains(token))
    }

    @Test func aCopyThatIsPutBackGetsNewEpochs() async throws {
        let history = try await fill(5)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var more = SampleHistory(from: try await store.load(history.key, under: claim))
        try await store.commit([more.write(5)], under: claim)
        await store.close()
        try putBack()

        let again = try SQLiteStore(opening: path)
        let next = try await again.claim(.all, after: .zero)
        #expect(
            next.detectedRestore
                == RestoreDetection(copied: nil, scenes: 1, revocations: 0, invitations: 5)
        )
        let stored = try #require(try await again.load(history.key, under: next))
        #expect(stored.epoch != history.epoch && stored.epoch != .none)
        #expect(stored.state == history.state)
        await again.close()
        #expect(try await reopen() == nil)
    }

    /// Even a copy of the same run, from before the last record of the uptime or the close.
    @Test(arguments: [true, false]) func aCopyOfTheSameRunIsNoticed(_ isClosed: Bool) async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        try RawDatabase(path).run("PRAGMA wal_checkpoint(TRUNCATE)")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        if !isClosed { try await store.recordUptime(.seconds(600), under: claim) }
        let token = try contents(of: path + ".token")
        await store.close()
        // As a crash after the note would have left it.
        if !isClosed { try token.write(to: URL(filePath: path + ".token")) }
        try putBack()
        #expect(try await reopen() != nil)
    }

    @Test func bothMoveTogetherOrItIsACopy() async throws {
        _ = try await fill(1)
        let other = scratch("other/navsync.sqlite")
        try FileManager.default.createDirectory(
            atPath: scratch("other"), withIntermediateDirectories: false)
        for suffix in ["", ".token"] {
            try FileManager.default.moveItem(atPath: path + suffix, toPath: other + suffix)
        }
        #expect(try await reopen(other) == nil)
        try FileManager.default.removeItem(atPath: other + ".token")
        #expect(try await reopen(other) != nil)
        #expect(try await reopen(other) == nil)
        try Data("nonsense".utf8).write(to: URL(filePath: other + ".token"))
        #expect(try await reopen(other) != nil)
    }

    /// A crash between the file and the database, wherever it comes, does not make the database a
    /// copy; but a copy stays one until the database is no longer it.
    @Test func aCrashBetweenFileAndDatabaseIsNoCopy() async throws {
        _ = try await fill(1)
        let file = LineageToken(path: path + ".token")
        let present = try #require(try tokens().first)
        try file.accept([present, 77])
        #expect(try await reopen() == nil, "the file was ahead")
        let next = try #require(try tokens().first)
        try file.accept([99, next])
        #expect(try await reopen() == nil, "the file had not forgotten")
        try file.accept([99])
        let store = try SQLiteStore(opening: path)
        let token = try #require(try RawDatabase(path).value("SELECT token FROM store"))
        let form = try #require(
            try RawDatabase(path).value("SELECT sql FROM sqlite_schema WHERE name = 'store'"))
        try RawDatabase(path).run(
            """
            CREATE TABLE aside AS SELECT * FROM store;
            DROP TABLE store;
            CREATE TABLE store (
                id INTEGER PRIMARY KEY, identity INTEGER NOT NULL,
                token INTEGER NOT NULL CHECK (token = \(token)), copied INTEGER
            ) STRICT;
            INSERT INTO store SELECT id, identity, token, copied FROM aside;
            """)
        await #expect(throws: StoreError.self) { try await store.claim(.all, after: .zero) }
        try RawDatabase(path).run(
            """
            DROP TABLE store;
            \(form);
            INSERT INTO store SELECT * FROM aside;
            DROP TABLE aside;
            """)
        await store.close()
        #expect(try await reopen() != nil, "a copy was forgotten before the database began anew")
    }

    @Test func aDatabaseOfEveryVersionIsKept() async throws {
        try await SQLiteStore(opening: scratch("new.sqlite")).close()
        let database = try RawDatabase(scratch("new.sqlite"))
        let newest = try #require(try database.value("PRAGMA user_version").flatMap { Int($0) })
        for version in 1...newest {
            #expect(throws: Never.self) { try fixture("store-v\(version).sqlite") }
        }
    }

    @Test func aDatabaseOfAnEarlierVersionIsNoCopy() async throws {
        for version in 1...3 {
            let path = scratch("v\(version).sqlite")
            try FileManager.default.copyItem(
                atPath: try fixture("store-v\(version).sqlite"), toPath: path)
            #expect(try await reopen(path) == nil)
            #expect(try await reopen(path) == nil)
        }
        // But it is one where a later version was.
        _ = try await fill(1)
        try FileManager.default.copyItem(
            atPath: try fixture("store-v2.sqlite"), toPath: copy)
        try putBack()
        #expect(try await reopen() != nil)
    }

    @Test func whoWasShutOutStaysSo() async throws {
        _ = try await fill(1)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var removed = SampleRegistry.account(2).user
        removed.removed = Timestamp(rawValue: 5_000)
        var back = SampleRegistry.account(5).user
        back.removed = Timestamp(rawValue: 5_000)
        var device = try #require(SampleRegistry.account(1).devices.values.first)
        device.revoked = Timestamp(rawValue: 6_000)
        var forgiven = try #require(SampleRegistry.account(4).devices.values.first)
        forgiven.revoked = Timestamp(rawValue: 6_000)
        try await store.commit(
            [], [.user(removed), .user(back), .device(device, of: "user-1")], under: claim)
        try await store.commit([], [.device(forgiven, of: "user-4")], under: claim)
        forgiven.revoked = nil
        back.removed = nil
        try await store.commit(
            [], [.user(back), .device(forgiven, of: "user-4")], under: claim)
        await store.close()
        try putBack()

        let again = try SQLiteStore(opening: path)
        let next = try await again.claim(.all, after: .zero)
        #expect(next.detectedRestore?.revocations == 2 && next.detectedRestore?.invitations == 5)
        let expected = UserAccount(
            user: SampleRegistry.user("user-1", uid: 1), devices: [device.id: device])
        #expect(try await again.account(of: "user-1") == expected)
        #expect(try await again.account(of: "user-2")?.user == removed)
        #expect(try await again.account(of: "user-4")?.devices[forgiven.id] == forgiven)
        #expect(try await again.account(of: "user-5")?.user == back)
        await again.close()
    }

    @Test func whoWasDemotedStaysSo() async throws {
        _ = try await fill(1)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var demoted = try #require(SampleRegistry.account(1).devices.values.first)
        var forgiven = try #require(SampleRegistry.account(4).devices.values.first)
        for role in [Role.viewer, .full] {
            forgiven.role = role
            demoted.role = .viewer
            try await store.commit(
                [], [.device(demoted, of: "user-1"), .device(forgiven, of: "user-4")],
                under: claim)
        }
        await store.close()
        try putBack()

        let again = try SQLiteStore(opening: path)
        _ = try await again.claim(.all, after: .zero)
        #expect(try await again.account(of: "user-1")?.devices[demoted.id]?.role == .viewer)
        #expect(try await again.account(of: "user-4")?.devices[forgiven.id]?.role == .full)
        await again.close()
    }

    /// A name may hold any but control characters; a line may be truncated anywhere.
    @Test func theJournalOfRevocationsIsReadAsItWasWritten() throws {
        let journal = RevocationJournal(path: scratch("journal"))
        #expect(try journal.entries().isEmpty)
        let names: [UserID] = ["ada", "a b  c", " ", "\u{301}é", "\u{2028}-", "#"]
        let device = DeviceID(high: 1, low: 2)
        var expected: [RevocationJournal.Entry] = []
        for name in names {
            let entries: [RevocationJournal.Entry] = [
                .user(name, isRemoved: Timestamp(rawValue: 7)), .user(name, isRemoved: nil),
                .device(device, .key(SampleRegistry.key(9)), of: name, isRevoked: .zero),
                .device(device, .uid(1_000), of: name, isRevoked: nil),
                .role(device, .key(SampleRegistry.key(9)), of: name, isViewer: .zero),
                .role(device, .uid(1_000), of: name, isViewer: nil),
            ]
            expected += entries
            try journal.append(entries)
        }
        #expect(try journal.entries() == expected)
        #expect(try mode(of: journal.path) == 0o600)
        let whole = try contents(of: journal.path)
        for cut in 1...40 {
            try whole.dropLast(cut).write(to: URL(filePath: journal.path))
            try journal.append([.user("after", isRemoved: nil)])
            let found = try journal.entries()
            #expect(found.last == .user("after", isRemoved: nil))
            #expect(found.dropLast() == expected.prefix(found.count - 1))
            #expect(found.count >= expected.count)
        }
    }

    @Test func aRevocationThatCannotBeNotedIsNotMade() async throws {
        _ = try await fill(1)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        try FileManager.default.removeItem(atPath: path + ".revocations")
        try FileManager.default.createDirectory(
            atPath: path + ".revocations", withIntermediateDirectories: false)
        var device = try #require(SampleRegistry.account(1).devices.values.first)
        device.revoked = Timestamp(rawValue: 6_000)
        let change = RegistryChange.device(device, of: "user-1")
        await #expect(throws: StoreError.self) {
            try await store.commit([], [change], under: claim)
        }
        #expect(
            try await store.account(of: "user-1")?.devices[device.id]?.revoked == nil)
        try FileManager.default.removeItem(atPath: path + ".revocations")
        try await store.commit([], [change], under: claim)
        await store.close()
    }

    /// A log of `count` commits, and five accounts.
    private func fill(_ count: Int) async throws -> SampleHistory {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let changes = (1...5).flatMap {
            SampleRegistry.changes(for: SampleRegistry.account($0))
        }
        try await store.commit([history.write(count)], changes, under: claim)
        await store.close()
        return history
    }

    private func putBack() throws {
        try? FileManager.default.removeItem(atPath: path + "-wal")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: copy, toPath: path)
        // Of what was acknowledged since nobody knows.
        try? FileManager.default.removeItem(atPath: path + ".mark")
    }

    private func tokens() throws -> Set<UInt64> {
        try LineageToken(path: path + ".token").accepted()
    }

    @discardableResult
    private func reopen(_ path: String? = nil) async throws -> RestoreDetection? {
        let store = try SQLiteStore(opening: path ?? self.path)
        let claim = try await store.claim(.all, after: .zero)
        await store.close()
        return claim.detectedRestore
    }
}
