import DatabaseHarness
import Foundation
import NavigationModel
import StoreSamples
import Testing

@testable import NavigationStore
import DatabaseFiles
import NavigationSync

/// Files that are taken away, cut or replaced while the store has them open.
@Suite struct LostFilesTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("data/navsync.sqlite")
    }

    private static func cut(_ path: String, to length: Int) throws {
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.truncate(atOffset: UInt64(length))
        try handle.close()
    }

    /// Ways to lose a file.
    static let losses: [(name: String, lose: @Sendable (String) throws -> Void, says: String)] = [
        ("removed", { try FileManager.default.removeItem(atPath: $0) }, "was removed"),
        (
            "its log removed", { try FileManager.default.removeItem(atPath: $0 + "-wal") },
            "-wal was removed"
        ),
        (
            "replaced",
            { path in
                let data = try contents(of: path)
                try FileManager.default.removeItem(atPath: path)
                try data.write(to: URL(filePath: path))
            }, "was replaced"
        ),
        (
            "its log replaced",
            { path in
                let data = try contents(of: path + "-wal")
                try FileManager.default.moveItem(atPath: path + "-wal", toPath: path + "-aside")
                try data.write(to: URL(filePath: path + "-wal"))
            }, "-wal was replaced"
        ),
        (
            "its directory moved",
            { path in
                let directory = URL(filePath: path).deletingLastPathComponent()
                try FileManager.default.moveItem(
                    at: directory, to: URL(filePath: directory.path + "-away"))
            }, "or its directory was moved"
        ),
        ("cut", { try cut($0, to: 8_192) }, "was truncated from"),
        ("its log cut to nothing", { try cut($0 + "-wal", to: 0) }, "-wal was truncated"),
        (
            "its log cut in half",
            { path in
                let pages = try WriteAheadLog(at: path + "-wal")?.whole ?? 0
                try cut(path + "-wal", to: pages / 2 * (24 + 4_096))
            }, "-wal was truncated"
        ),
    ]

    @Test(arguments: losses.indices)
    func nothingIsAcknowledgedAnyMore(_ index: Int) async throws {
        let (name, lose, says) = Self.losses[index]
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<20 { try await store.commit([history.write(1)], under: claim) }
        try lose(path)
        for _ in 1...2 {
            let write = history.write(1)
            let error = await #expect(throws: StoreError.self, "\(name)") {
                try await store.commit([write], under: claim)
            }
            guard case .filesMissing(let why) = error else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
            #expect(why.contains(says), "\(name): \(why)")
        }
        // A batch of nothing tells as well: who probes the writer learns it without a change.
        await #expect(throws: StoreError.self, "\(name)") {
            try await store.commit([], [], under: claim)
        }
        let log = try? contents(of: path + "-wal")
        await store.close()
        // A log with a hole is not written into the database.
        if name.contains("log cut") { #expect(try contents(of: path + "-wal") == log) }
    }

    @Test func whatGrowsAndBeginsAnewIsWhole() async throws {
        let store = try SQLiteStore(opening: path, checkpointInterval: 20, journal: JournalLimits())
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<200 { try await store.commit([history.write(2)], under: claim) }
        try RawDatabase(path).run("PRAGMA wal_checkpoint(TRUNCATE)")
        for _ in 0..<20 { try await store.commit([history.write(2)], under: claim) }
        await store.close()
    }
}
