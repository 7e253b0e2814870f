import Foundation
import Testing

@testable import NavigationServer

@Suite("The note of where the store was")
struct StoreRecordTests {
    @Test("It records this database alone, and none before it was written")
    func traces() throws {
        let directory = NSTemporaryDirectory() + "record-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let record = StoreRecord(in: directory)
        #expect(record.trace(of: "/a/navsync.sqlite") == nil)
        record.note("/a/navsync.sqlite")
        #expect(record.trace(of: "/a/navsync.sqlite")?.contains(directory) == true)
        #expect(record.trace(of: "/b/navsync.sqlite") == nil)
        record.note("/b/navsync.sqlite")
        #expect(record.trace(of: "/a/navsync.sqlite") == nil)
        #expect(record.trace(of: "/b/navsync.sqlite") != nil)
        // Where it can't be written nothing fails.
        StoreRecord(in: directory + "/none").note("/a/navsync.sqlite")
        #expect(StoreRecord(in: directory + "/none").trace(of: "/a/navsync.sqlite") == nil)
    }
}
