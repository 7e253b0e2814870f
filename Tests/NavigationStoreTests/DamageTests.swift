import DatabaseHarness
@testable import DatabaseFiles
import Foundation
import NavigationModel
import NavigationWire
import StoreSamples
import Testing

@testable import NavigationStore
import NavigationSync

/// Files that are not what the store wrote: each is refused, says what to do, and stays as it is.
@Suite struct DamageTests {
    let scratch: Scratch
    let path: String

    init() async throws {
        scratch = try Scratch()
        path = scratch("navsync.sqlite")
        let store = try SQLiteStore(opening: path, journal: .atOnce)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<20 { try await store.commit([history.write(20)], under: claim) }
        try await store.commit([history.write(0, snapshot: true)], under: claim)
        for _ in 0..<20 { try await store.commit([history.write(1)], under: claim) }
        try await store.commit([history.write(5)], under: claim)
        await store.close()
        try? FileManager.default.removeItem(atPath: path + "-wal")
    }

    /// Ways to harm a file, and what the message then says.
    static let harms: [(name: String, harm: @Sendable (inout Data) -> Void, says: String)] = [
        ("cut in the middle", { $0.removeLast($0.count / 2) }, "is damaged"),
        ("cut by a page", { $0.removeLast(4_096) }, "is damaged"),
        ("cut to nothing", { $0.removeAll() }, "is damaged (it is empty)"),
        ("cut inside the header", { $0 = $0.prefix(50) }, "is damaged"),
        (
            "noise at the beginning", { $0.replaceSubrange(0..<64, with: Data(count: 64)) },
            "is damaged"
        ),
        (
            "no version", { $0.replaceSubrange(60..<64, with: [0, 0, 0, 0]) },
            "its header has no version"
        ),
        (
            "a lost page", { $0.replaceSubrange(8_192..<12_288, with: Data(count: 4_096)) },
            "is damaged"
        ),
        ("a newer version", { $0.replaceSubrange(60..<64, with: [0, 0, 0, 99]) }, "newer navsync"),
        (
            "another program's", { $0.replaceSubrange(68..<72, with: [1, 2, 3, 4]) },
            "is another database"
        ),
    ]

    @Test(arguments: harms.indices)
    func aHarmedFileIsRefusedUntouched(_ index: Int) throws {
        let (name, harm, says) = Self.harms[index]
        var data = try contents(of: path)
        harm(&data)
        try data.write(to: URL(filePath: path))
        let error = try #require(throws: StoreError.self, "\(name)") {
            try SQLiteStore(opening: path)
        }
        let message = error.description
        #expect(message.contains(says) && message.contains(path), "\(name): \(message)")
        #expect(!message.contains { $0.isNewline }, "\(name): \(message)")
        let advice = ["restore a backup", "move it away"]
        #expect(advice.contains { message.contains($0) }, "\(name): \(message)")
        #expect(try contents(of: path) == data, "\(name): the file was changed")
    }

    @Test func aMissingFileBesideItsLogIsRefused() throws {
        try FileManager.default.moveItem(atPath: path, toPath: path + "-wal")
        let error = try #require(throws: StoreError.self) { try SQLiteStore(opening: path) }
        #expect(error.description.contains("it is missing, but its log exists"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// A limit of nothing makes any file a large one.
    @Test func theCheckOfALargeFileFindsACut() throws {
        let file = DatabaseFile(path: path, format: SQLiteStore.format)
        try file.check(wholeUpTo: 0)
        let data = try contents(of: path)
        try data.dropLast(4_096).write(to: URL(filePath: path))
        #expect(throws: (any Error).self) { try file.check(wholeUpTo: 0) }
        try RawDatabase(path + "-other").run("CREATE TABLE other (id INTEGER)")
        let other = DatabaseFile(path: path + "-other", format: SQLiteStore.format)
        #expect(throws: DatabaseFileError.self) { try other.check(wholeUpTo: 0) }
    }

    @Test func aLostTableIsNamed() throws {
        try RawDatabase(path).run("DROP TABLE settlement")
        let error = try #require(throws: StoreError.self) { try SQLiteStore(opening: path) }
        #expect(error.description.contains("the table settlement is missing"))
    }

    /// Ways to harm a scene, and what the error then says.
    static let sceneHarms = [
        (
            "UPDATE log SET bytes = zeroblob(length(bytes)) WHERE revision = 415",
            "revision 415 has a wrong checksum"
        ),
        ("DELETE FROM log WHERE revision = 410", "revision 410 is missing from the log"),
        ("DELETE FROM log WHERE revision > 418", "the log ends at revision 418, not 425"),
        (
            "UPDATE log SET bytes = zeroblob(length(bytes)) WHERE revision = 425",
            "revisions 421 to 425 have a wrong checksum"
        ),
        (
            "UPDATE log SET lengths = x'0102' WHERE revision = 425",
            "revisions 424 to 425 have a wrong checksum"
        ),
        ("DELETE FROM log WHERE revision = 425", "the log ends at revision 420, not 425"),
        (
            "UPDATE snapshot SET bytes = CAST(bytes || x'00' AS BLOB)",
            "the snapshot at revision 400 has a wrong checksum"
        ),
        (
            "UPDATE settlement SET hash = x'00' WHERE sequence = 425",
            "invalid receipt of change 425"
        ),
    ]

    /// Expects that damage that the check at start can't see is named when the scene is loaded.
    @Test(arguments: sceneHarms)
    func aDamagedSceneIsNamedWhenItIsLoaded(_ sql: String, _ says: String) async throws {
        try RawDatabase(path).run(sql)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        let error = await #expect(throws: StoreError.self) {
            try await store.load(SampleHistory().key, under: claim)
        }
        guard case .damagedScene(let key, let message) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key == SampleHistory().key && message.contains(says), "\(message)")
        await store.close()
    }

    @Test(arguments: sceneHarms)
    func aDamagedSceneIsHealed(_ sql: String, _ says: String) async throws {
        try RawDatabase(path).run(sql)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        _ = history.write(425)
        let mark = LogPosition(
            revision: history.revision.next, accumulatedUptime: .zero, byteOffset: 0)
        let healed = HealedScene(
            epoch: Epoch(rawValue: 40), digest: history.state.digest,
            snapshot: SceneSnapshot(mark: mark, bytes: history.state.snapshot),
            former: [FormerHistory(epoch: history.epoch, end: 425, isHealed: true)],
            store: .none, expected: nil, common: .zero)
        let actor = Attribution(
            device: nil, name: nil, uid: 0, origin: "pid:1", time: Timestamp(rawValue: 1))
        try await store.commit([], [.heal(history.key, healed, by: actor)], under: claim)
        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(stored.state == history.state)
        #expect(stored.last[history.device]?.sequence ?? .zero >= 424)
        #expect(
            try await store.storedReceipt(of: 423, by: history.device, in: history.key) != nil)
        await store.close()
    }

    @Test("Damaged receipts in the tail of an older database are named when the scene is loaded")
    func receiptsInTheTail() async throws {
        let older = scratch("older.sqlite")
        try FileManager.default.copyItem(
            atPath: try fixture("store-v13-tail.sqlite"), toPath: older)
        try RawDatabase(older).run(
            "UPDATE log SET receipts = zeroblob(length(receipts)) WHERE revision = 7")
        let store = try SQLiteStore(opening: older)
        let claim = try await store.claim(.all, after: .zero)
        let key = SceneKey(user: "root", scene: .main)
        let error = await #expect(throws: StoreError.self) {
            try await store.load(key, under: claim)
        }
        #expect("\(error as Any)".contains("invalid receipts at revision 7"))
        let epoch = try #require(
            try RawDatabase(older).value("SELECT CAST(epoch AS TEXT) FROM scene").flatMap(
                Int64.init))
        let write = SceneWrite(
            key: key, epoch: Epoch(rawValue: UInt64(bitPattern: epoch)), expected: 9)
        let refusal = await #expect(throws: StoreError.self) {
            try await store.commit([write], under: claim)
        }
        #expect("\(refusal as Any)".contains("invalid receipts at revision 7"))
        await store.close()
    }

    @Test(
        "Damage among the earlier receipts of a batch is reported when one of them is read",
        arguments: [
            "zeroblob(length(earlier))",
            // One byte in the hash of the first: only the checksum tells.
            "CAST(substr(earlier, 1, 29) || CASE substr(earlier, 30, 1) WHEN x'00' THEN x'01' "
                + "ELSE x'00' END || substr(earlier, 31) AS BLOB)",
        ])
    func earlierReceipts(damaged: String) async throws {
        try RawDatabase(path).run("UPDATE settlement SET earlier = \(damaged) WHERE sequence = 425")
        let store = try SQLiteStore(opening: path)
        let history = SampleHistory()
        let error = await #expect(throws: StoreError.self) {
            try await store.storedReceipt(of: 423, by: history.device, in: history.key)
        }
        #expect("\(error as Any)".contains("invalid receipts before change 425"))
        for sequence: SequenceNumber in [400, 425] {
            let receipt = try await store.storedReceipt(
                of: sequence, by: history.device, in: history.key)
            #expect(receipt?.sequence == sequence)
        }
        await store.close()
    }
}
