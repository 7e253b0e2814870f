import DatabaseHarness
import Foundation
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Synchronization
import Testing

@testable import NavigationStore

/// Backups of a store in use, and their return.
@Suite struct BackupTests {
    let place: BackupPlace
    var scratch: Scratch { place.scratch }
    var path: String { place.path }
    var target: String { place.target }

    init() throws {
        place = try BackupPlace()
    }

    /// Expects that writes meanwhile are in it whole or not at all, and wait for nothing.
    @Test func aBackupIsOfOneMomentWhileWritingGoesOn() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var histories = [SampleHistory(), SampleHistory(of: "second")]
        try await store.commit([histories[0].write(40), histories[1].write(40)], under: claim)
        // Bulk that takes several steps.
        try RawDatabase(path).run(
            """
            INSERT INTO scene (id, user, scene, epoch, revision, retained)
            SELECT 1000, 'eve', 'main', 1, 4000, 0;
            INSERT INTO log (scene, revision, bytes, checksum) WITH RECURSIVE n (i) AS (
                SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 4000)
                SELECT 1000, i, zeroblob(1000), 0 FROM n;
            """)
        let steps = Mutex(0)
        let turn = DispatchSemaphore(value: 0)
        async let summary = Self.backup(of: path, to: target, at: Timestamp(rawValue: 5)) { _ in
            // The copying waits in its midst until something was written.
            if steps.withLock({
                $0 += 1; return $0
            }) == 2 {
                turn.wait()
            }
        }
        while steps.withLock({ $0 }) < 2 { await Task.yield() }
        for _ in 0..<5 {
            try await store.commit([histories[0].write(1), histories[1].write(1)], under: claim)
        }
        turn.signal()
        let made = try await summary
        #expect(made.scenes == 3 && made.users == 0 && made.made == Timestamp(rawValue: 5))
        #expect(try made.length == contents(of: target).count)
        #expect(try mode(of: target) == 0o600)
        #expect(steps.withLock { $0 } > 2)
        try await store.commit([histories[0].write(1)], under: claim)
        await store.close()
        #expect(try files(beside: target) == ["backup.sqlite"])

        let copy = try SQLiteStore(opening: target)
        let next = try await copy.claim(.all, after: .zero)
        #expect(next.detectedRestore?.copied == Timestamp(rawValue: 5))
        for history in histories {
            #expect(try await copy.load(history.key, under: next)?.revision == 40)
            let audit = try await copy.audit(history.key, upTo: 40, wholeStore: true)
            #expect(audit.fault == nil)
        }
        await copy.close()
    }

    @Test func aBackupThatIsGivenUpLeavesNothing() async throws {
        let store = try await filled()
        let source = path
        let target = target
        struct Enough: Error {}
        #expect(throws: Enough.self) {
            try SQLiteStore.backup(of: source, to: target, at: .zero) { _ in throw Enough() }
        }
        #expect(try files(beside: target) == [])
        // Nor does it harm the one before.
        let summary = try SQLiteStore.backup(of: path, to: target, at: .zero)
        let before = try contents(of: target)
        #expect(throws: Enough.self) {
            try SQLiteStore.backup(of: source, to: target, at: .zero) { _ in throw Enough() }
        }
        #expect(try contents(of: target) == before)
        #expect(summary.users == 3)
        await store.close()
    }

    @Test func aBackupIsNotMadeOverTheStore() async throws {
        let store = try await filled()
        for suffix in ["", "-wal", ".token", ".lock"] {
            #expect(throws: StoreError.self, "\(suffix)") {
                try SQLiteStore.backup(of: path, to: path + suffix, at: .zero)
            }
        }
        #expect(throws: StoreError.self) {
            try SQLiteStore.backup(of: path, to: scratch("nowhere/backup.sqlite"), at: .zero)
        }
        try await #require(store.account(of: "user-1") != nil)
        await store.close()
    }

    @Test func aBackupComesBack() async throws {
        var history = SampleHistory()
        let store = try await filled(&history)
        let summary = try SQLiteStore.backup(of: path, to: target, at: Timestamp(rawValue: 5))
        let claim = try await store.claim(.all, after: .zero)
        var device = try #require(SampleRegistry.account(1).devices.values.first)
        device.revoked = Timestamp(rawValue: 6_000)
        let before = history
        try await store.commit(
            [history.write(5)], [.device(device, of: "user-1")], under: claim)
        // While the store is in use; it takes effect at the next start.
        let prepared = try Self.prepare(target, for: path)
        #expect(prepared.users == summary.users && prepared.scenes == summary.scenes)
        #expect(prepared.store == summary.store && prepared.made == summary.made)
        #expect(try await store.load(history.key, under: claim)?.revision == history.revision)
        await store.close()

        let next = try SQLiteStore(opening: path)
        let again = try await next.claim(.all, after: .zero)
        #expect(
            again.detectedRestore
                == RestoreDetection(
                    copied: Timestamp(rawValue: 5), scenes: 1, revocations: 1, invitations: 3))
        let stored = try #require(try await next.load(history.key, under: again))
        #expect(stored.revision == before.revision && stored.state == before.state)
        #expect(stored.epoch != before.epoch)
        #expect(try await next.account(of: "user-1")?.devices[device.id] == device)
        #expect(try await next.account(of: "user-1")?.invitations == [:])
        await next.close()
        // What was there before is kept, and can come back itself.
        _ = try Self.restore(path + ".before-restore", to: path)
        let last = try SQLiteStore(opening: path)
        let claimed = try await last.claim(.all, after: .zero)
        #expect(claimed.detectedRestore != nil)
        #expect(try await last.load(history.key, under: claimed)?.state == history.state)
        await last.close()
    }

    @Test func aBackupComesToAnotherMachine() async throws {
        var history = SampleHistory()
        let store = try await filled(&history)
        _ = try SQLiteStore.backup(of: path, to: target, at: Timestamp(rawValue: 5))
        await store.close()
        let other = scratch("other/deep/navsync.sqlite")
        _ = try Self.restore(target, to: other)
        let next = try SQLiteStore(opening: other)
        let claim = try await next.claim(.all, after: .zero)
        #expect(claim.detectedRestore?.scenes == 1)
        #expect(try await next.load(history.key, under: claim)?.state == history.state)
        await next.close()
    }

    @Test(arguments: 1...16) func aBackupOfAnEarlierVersionComesBack(_ version: Int) async throws {
        let summary = try Self.restore(fixture("store-v\(version).sqlite"), to: path)
        // Whose scene it is comes into the registry on the way.
        let users = (version < 3 ? 0 : 3) + (version < 5 ? 1 : 0)
        #expect(summary.scenes == 1 && summary.users == users)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        _ = history.write(40)
        #expect(claim.detectedRestore?.scenes == 1)
        let state = version < 6 ? history.firstState : history.state
        #expect(try await store.load(history.key, under: claim)?.state == state)
        await store.close()
    }

    @Test func whatIsNoBackupChangesNothing() async throws {
        let store = try await filled()
        let bad = scratch("bad.sqlite")
        try RawDatabase(bad).run("CREATE TABLE other (id INTEGER)")
        try Data("no database".utf8).write(to: URL(filePath: scratch("text")))
        var newer = try contents(of: path)
        newer.replaceSubrange(60..<64, with: [0, 0, 0, 99])
        try newer.write(to: URL(filePath: scratch("newer")))
        _ = try SQLiteStore.backup(of: path, to: target, at: .zero)
        var torn = try contents(of: target)
        torn.replaceSubrange(8_192..<12_288, with: Data(count: 4_096))
        try torn.write(to: URL(filePath: scratch("torn")))
        for file in [
            bad, scratch("text"), scratch("newer"), scratch("torn"), scratch("none"), path,
        ] {
            #expect(throws: StoreError.self, "\(file)") {
                try Self.prepare(file, for: path)
            }
        }
        let source = target
        #expect(throws: StoreError.self, "a daemon is running") {
            try Self.restore(source, to: path)
        }
        await store.close()
        for file in [
            bad, scratch("text"), scratch("newer"), scratch("torn"), scratch("none"), path,
        ] {
            #expect(throws: StoreError.self, "\(file)") { try Self.restore(file, to: path) }
        }
        // What SQLite leaves that has read it is in nobody's way.
        let names = try files(beside: path).filter { !$0.contains("sqlite-") }.sorted()
        #expect(
            names == [
                "navsync.sqlite", "navsync.sqlite.lock", "navsync.sqlite.mark",
                "navsync.sqlite.revocations", "navsync.sqlite.token",
            ])
        let again = try SQLiteStore(opening: path)
        #expect(try await again.claim(.all, after: .zero).detectedRestore == nil)
        await again.close()
    }

    /// A crash between two steps of putting it in place: each is made by hand.
    @Test(arguments: 0...3) func aRestoreThatWasCutOffIsFinishedByTheNextStart(
        _ step: Int
    ) async throws {
        var history = SampleHistory()
        let store = try await filled(&history)
        _ = try SQLiteStore.backup(of: path, to: target, at: Timestamp(rawValue: 5))
        await store.close()
        let log = path + "-wal"
        // A log that nobody moved into the database, as a crash leaves it.
        try Data("not the backup's".utf8).write(to: URL(filePath: log))
        let manager = FileManager.default
        try manager.copyItem(atPath: target, toPath: path + ".restored")
        if step > 0 { try manager.moveItem(atPath: path, toPath: path + ".before-restore") }
        if step > 1 { try manager.moveItem(atPath: log, toPath: path + ".before-restore-wal") }
        if step > 2 { try manager.moveItem(atPath: path + ".restored", toPath: path) }
        try Data("cut off".utf8).write(to: URL(filePath: path + ".restoring"))
        let next = try SQLiteStore(opening: path)
        let claim = try await next.claim(.all, after: .zero)
        #expect(claim.detectedRestore?.copied == Timestamp(rawValue: 5))
        #expect(try await next.load(history.key, under: claim)?.state == history.state)
        await next.close()
        #expect(manager.fileExists(atPath: path + ".before-restore"))
        #expect(!manager.fileExists(atPath: path + ".restoring"))
        #expect(!manager.fileExists(atPath: path + ".restored"))
        #expect(try contents(of: path + ".before-restore-wal") == Data("not the backup's".utf8))
    }

    /// Two makers of one file never mix: the second is refused while the first is at it.
    @Test func oneCopyIsMadeAtATime() async throws {
        let store = try await filled()
        let (path, target) = (path, target)
        let isRefused = Mutex<[StoreError]>([])
        _ = try SQLiteStore.backup(of: path, to: target, at: .zero) { _ in
            do { _ = try SQLiteStore.backup(of: path, to: target, at: .zero) } catch {
                isRefused.withLock { $0.append(error as? StoreError ?? .fenced) }
            }
        }
        #expect(isRefused.withLock { $0.count } > 1)
        let prepared = try OpenedDatabase(opening: target)
        _ = try SQLiteStore.prepareRestore(of: prepared, for: path) { _ in
            #expect(throws: StoreError.self) { try Self.prepare(target, for: path) }
            // As a start of the daemon meanwhile would.
            try SQLiteStore.putInPlace(CompanionFiles(path: path))
        }
        #expect(FileManager.default.fileExists(atPath: path + ".restored"))
        for error in isRefused.withLock({ $0 }) { #expect("\(error)".contains("another backup")) }
        await store.close()
    }

    /// Expects that a cut-off copy is in nobody's way, and neither is what stands there instead.
    @Test func whatAKilledBackupLeftIsClearedAway() async throws {
        let store = try await filled()
        let part = target + ".part"
        try Data("half of it".utf8).write(to: URL(filePath: part))
        unsafe chmod(part, 0o644)
        try Data("a journal".utf8).write(to: URL(filePath: part + "-journal"))
        _ = try SQLiteStore.backup(of: path, to: target, at: .zero)
        #expect(try mode(of: target) == 0o600)
        #expect(try files(beside: target) == ["backup.sqlite"])
        try FileManager.default.createSymbolicLink(
            atPath: part, withDestinationPath: scratch("elsewhere"))
        #expect(throws: StoreError.self) {
            try SQLiteStore.backup(of: path, to: target, at: .zero)
        }
        #expect(!FileManager.default.fileExists(atPath: scratch("elsewhere")))
        await store.close()
    }

    private static func prepare(_ backup: String, for path: String) throws -> BackupSummary {
        try SQLiteStore.prepareRestore(of: OpenedDatabase(opening: backup), for: path)
    }

    private static func restore(_ backup: String, to path: String) throws -> BackupSummary {
        try SQLiteStore.restore(OpenedDatabase(opening: backup), to: path)
    }

    /// Makes a backup without blocking the pool.
    private static func backup(
        of path: String, to target: String, at moment: Timestamp,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws -> BackupSummary {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try SQLiteStore.backup(
                            of: path, to: target, at: moment, progress: progress)
                    })
            }
        }
    }

    private func filled() async throws -> SQLiteStore {
        var history = SampleHistory()
        return try await filled(&history)
    }

    /// A store with three households and a scene.
    private func filled(_ history: inout SampleHistory) async throws -> SQLiteStore {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit(
            [history.write(10)], SampleRegistry.threeHouseholds, under: claim)
        return store
    }

    private func files(beside file: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: URL(filePath: file).deletingLastPathComponent().path
        ).filter { $0 != "daemon" }
    }
}
