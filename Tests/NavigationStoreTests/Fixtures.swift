import DatabaseHarness
import Foundation
import NavigationModel
import NavigationStore
import NavigationSync
import StoreSamples
import Testing

/// A file that is checked in beside the tests.
func fixture(_ name: String) throws -> String {
    try #require(Bundle.module.path(forResource: "Fixtures/" + name, ofType: nil))
}

/// Writes the databases of the present version, for `Fixtures`: once for each version, by hand,
/// with `NAVSYNC_FIXTURES` naming a directory.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["NAVSYNC_FIXTURES"] != nil))
struct FixtureMaker {
    let directory = ProcessInfo.processInfo.environment["NAVSYNC_FIXTURES"] ?? ""

    @Test func store() async throws {
        let store = try SQLiteStore(opening: directory + "/store.sqlite")
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(30, snapshot: true)], under: claim)
        try await store.commit([history.write(10)], under: claim)
        for number: UInt64 in 1...3 {
            let account = SampleRegistry.account(number)
            try await store.commit([], SampleRegistry.changes(for: account), under: claim)
        }
        await store.close()
    }

    /// As a crash leaves it: nothing is folded.
    @Test func journal() async throws {
        let (path, copy) = (directory + "/journal.sqlite", directory + "/store-journal.sqlite")
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var (main, work) = (SampleHistory(), SampleHistory(of: "work"))
        for count in 1...3 {
            try await store.commit([main.write(count), work.write(count)], under: claim)
        }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        await store.close()
        try RawDatabase(copy).run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
