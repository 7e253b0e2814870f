import DatabaseHarness
@testable import DatabaseFiles
import Foundation
import NavigationModel
import StoreSamples
import Testing

@testable import NavigationStore
import NavigationSync

/// Logs as SQLite writes them, with bytes flipped, cut and torn.
@Suite struct WriteAheadLogTests {
    let scratch: Scratch
    let path: String
    /// The frames of a log of some transactions, each a frame's number where one ends.
    let ends: [Int]
    let log: Data

    private static let frame = 24 + 4_096

    init() async throws {
        scratch = try Scratch()
        let database = scratch("navsync.sqlite")
        path = scratch("copy-wal")
        let store = try SQLiteStore(opening: database)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<6 { try await store.commit([history.write(3)], under: claim) }
        try await store.commit([history.write(200)], under: claim)
        let log = try contents(of: database + "-wal")
        await store.close()
        self.log = log
        ends = (1...(log.count - 32) / Self.frame).filter { number in
            let start = 32 + (number - 1) * Self.frame
            return log[start + 4..<start + 8].contains { $0 != 0 }
        }
    }

    private func corruption(_ harm: (inout Data) -> Void) throws -> WriteAheadLog.Corruption? {
        var data = log
        harm(&data)
        try data.write(to: URL(filePath: path))
        return try WriteAheadLog.corruption(in: path)
    }

    @Test func aWholeLogHasNoRot() throws {
        #expect(ends.count >= 8)
        #expect(try corruption { _ in } == nil)
        #expect(try WriteAheadLog.corruption(in: scratch("none")) == nil)
    }

    @Test func aFlippedBitWithLaterTransactionsBehindItIsRot() throws {
        // Two transactions follow, of a frame each at least: a flipped checksum breaks the next frame, too.
        let last = ends[ends.count - 3]
        for number in 1...last {
            for offset in [2, 6, 9, 17, 22, 24, 2_000, Self.frame - 1] {
                let place = 32 + (number - 1) * Self.frame + offset
                let found = try corruption { $0[place] ^= 4 }
                // One whose end is not known any more needs a whole one behind it.
                let isEnd = ends.contains(number) && (4..<16).contains(offset)
                guard !isEnd || number < ends[ends.count - 3] else { continue }
                #expect(found != nil, "frame \(number), byte \(offset)")
                #expect(found.map { $0.frame == number } ?? true, "\(String(describing: found))")
            }
        }
    }

    @Test func aFlippedBitInTheHeaderIsRot() throws {
        for offset in 0..<32 {
            #expect(try corruption { $0[offset] ^= 4 }?.frame == 0, "byte \(offset)")
        }
    }

    /// A single transaction in a log whose header was lost, and the space ahead of the log.
    @Test func zerosBehindTheLogAreNoFrames() throws {
        let found = try corruption {
            $0[0] ^= 4
            $0.replaceSubrange((32 + ends[0] * Self.frame)..., with: Data(count: 5 * Self.frame))
        }
        #expect(found == nil)
    }

    /// As a loss of power leaves it: of the last transaction any part may be missing.
    @Test func aTornEndIsNone() throws {
        for cut in stride(from: 1, to: log.count, by: 997) {
            #expect(try corruption { $0.removeLast(cut) } == nil, "cut by \(cut)")
        }
        let first = ends[ends.count - 2] + 1
        let last = ends[ends.count - 1]
        // Whole frames behind a torn one are of the same transaction.
        try #require(last > first)
        for number in first...last {
            let start = 32 + (number - 1) * Self.frame
            let end = start + Self.frame
            for range in [start..<start + 24, start + 24..<end, start..<start + 2_000] {
                let found = try corruption {
                    $0.replaceSubrange(range, with: Data(count: range.count))
                }
                #expect(found == nil, "frame \(number) of \(first)...\(last): \(range)")
            }
        }
    }

    @Test func whatIsLeftOfTheLogBeforeIsNone() async throws {
        let database = scratch("anew.sqlite")
        let store = try SQLiteStore(opening: database)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<6 { try await store.commit([history.write(3)], under: claim) }
        try RawDatabase(database).run("PRAGMA wal_checkpoint(RESTART)")
        try await store.commit([history.write(1)], under: claim)
        #expect(try contents(of: database + "-wal").count > Self.frame * 10)
        #expect(try WriteAheadLog.corruption(in: database + "-wal") == nil)
        let seen = try #require(try WriteAheadLog(at: database + "-wal"))
        #expect(seen.whole > 0 && seen.whole < seen.count)
        await store.close()
    }

    @Test func aStoreWithARottenLogIsRefusedUntouched() async throws {
        let number = ends[ends.count - 3]
        let store = try await copyOfARunningStore {
            $0[32 + (number - 1) * Self.frame + 1_000] ^= 4
        }
        let before = try contents(of: store + "-wal")
        let error = try #require(throws: StoreError.self) { try SQLiteStore(opening: store) }
        guard case .lostChanges(let why) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(why.contains("frame \(number) of") && why.contains(store + "-wal"), "\(why)")
        #expect(try contents(of: store + "-wal") == before)

        let accepted = try SQLiteStore(opening: store, acceptingLoss: true)
        #expect(accepted.acceptedLoss == why)
        let claim = try await accepted.claim(.all, after: .zero)
        #expect(claim.detectedRestore?.scenes == 1)
        await accepted.close()
        let next = try SQLiteStore(opening: store)
        #expect(next.acceptedLoss == nil)
        #expect(try await next.claim(.all, after: .zero).detectedRestore == nil)
        await next.close()
    }

    /// Copies a store as a crash would have left it, with its log harmed.
    private func copyOfARunningStore(_ harm: (inout Data) -> Void) async throws -> String {
        let (from, to) = (scratch("running.sqlite"), scratch("crashed.sqlite"))
        let store = try SQLiteStore(opening: from)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<6 { try await store.commit([history.write(3)], under: claim) }
        for suffix in ["", "-wal", ".token", ".mark"] {
            var data = try contents(of: from + suffix)
            if suffix == "-wal" { harm(&data) }
            try data.write(to: URL(filePath: to + suffix))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: to + suffix)
        }
        await store.close()
        for suffix in ["", ".token", ".mark"] {
            try FileManager.default.removeItem(atPath: from + suffix)
        }
        return to
    }
}
