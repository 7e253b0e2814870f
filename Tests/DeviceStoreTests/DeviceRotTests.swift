import DatabaseHarness
import DeviceStore
import Foundation
import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom
import StoreSamples
import Testing

/// Bits that flip in a device's database, below the checks of SQLite.
@Suite("Rot in a device's database")
struct DeviceRotTests {
    let scratch: Scratch
    let key = SampleHistory().key
    let made = BootTimeInstant(bootID: "boot", nanoseconds: 1)

    init() throws {
        scratch = try Scratch()
    }

    private func open(_ name: String = "device") throws -> DeviceDatabase {
        try DeviceDatabase(opening: scratch(name), name: nil, firstName: "phone") {
            SampleHistory.device
        }
    }

    /// Appends changes of which each adds its number to a badge.
    private func append(_ count: Int64, to directory: DeviceDatabase) throws {
        for number in 1...count {
            _ = try directory.appendChange(to: key, madeAt: made) { view in
                OutboxDraft(
                    [.addToBadge("inbox", number)],
                    reversal: InverseChange(
                        sequence: view.sequence, done: [.addToBadge("inbox", number)],
                        inverse: [.addToBadge("inbox", -number)]))
            }
        }
    }

    /// Replaces the last byte of a blob, which an operation's number is in.
    private func harm(_ column: String, of table: String, _ id: Int, in path: String) throws {
        try RawDatabase(ofDevice: path + "/device.sqlite").run(
            "UPDATE \(table) SET \(column) = CAST(substr(\(column), 1, length(\(column)) - 1) "
                + "|| X'7E' AS BLOB) WHERE rowid = \(id)")
    }

    @Test("A waiting change that has rotted is not handed over but on the shelf; the others follow")
    func waiting() throws {
        let directory = try open()
        try append(3, to: directory)
        try harm("change", of: "entry", 2, in: directory.path)
        let waiting = try directory.waiting(in: key)
        #expect(waiting.map(\.sequence) == [1, 3])
        #expect(waiting.map(\.after) == [0, 1])
        let shelf = try directory.shelf(of: key)
        let entry = try #require(shelf.entries.first)
        #expect(shelf.entries.count == 1 && entry.sequence == 2)
        guard case .refused(let failure) = entry.state else {
            Issue.record("\(entry.state)")
            return
        }
        #expect(failure.code == .damaged)
        #expect(try entry.operations.isEmpty)
        let report = try #require(directory.reports.first)
        #expect(failure.message.contains(report))
        #expect(try contents(of: report + "/change").last == 0x7e)
        // What leads back from it is gone with it; the others can be undone.
        #expect(try steps(of: directory) == [3, 1])
    }

    @Test("A rotten change is not retried, and can be discarded")
    func retry() throws {
        let directory = try open()
        try append(1, to: directory)
        try harm("change", of: "entry", 1, in: directory.path)
        #expect(try directory.waiting(in: key).isEmpty)
        let id = try #require(try directory.shelf(of: key).entries.first?.id)
        let error = #expect(throws: DeviceDatabaseError.self) {
            try directory.appendRetry(of: id, to: key, madeAt: made) { _, _ in
                Issue.record("made anew")
                return []
            }
        }
        #expect(error?.code == .damaged)
        try directory.dropShelved(id, of: key)
        #expect(try directory.shelfCount(of: key) == 0)
    }

    @Test("Beyond the reports that there is room for rot is set aside all the same")
    func reports() throws {
        let directory = try open()
        let count = DeviceLimits.reports + 2
        try append(Int64(count), to: directory)
        for id in 1...count { try harm("change", of: "entry", id, in: directory.path) }
        #expect(try directory.waiting(in: key).isEmpty)
        #expect(try directory.shelf(of: key).entries.count == count)
        #expect(directory.reports.count == DeviceLimits.reports)
    }

    @Test("A settled change that has rotted stays settled")
    func settled() throws {
        let directory = try open()
        try append(1, to: directory)
        let receipt = Receipt(sequence: 1, outcomes: [.applied], revision: 5)
        try directory.settle(key, 1, with: receipt)
        try harm("change", of: "entry", 1, in: directory.path)
        let entry = try #require(try directory.entry(key, 1))
        #expect(entry.state == .settled(receipt))
        #expect(try directory.shelfCount(of: key) == 0)
    }

    @Test("A step whose way back has rotted is passed over, and not undone as something else")
    func step() throws {
        let directory = try open()
        try append(2, to: directory)
        try harm("inverse", of: "journal", 2, in: directory.path)
        let undone = try directory.appendUndo(.undo, to: key, madeAt: made) { _, reversal in
            OutboxDraft(reversal.inverse)
        }
        #expect(undone?.done == [.addToBadge("inbox", 1)])
        #expect(undone?.skipped == [[]])
    }

    @Test("A mirrored scene that has rotted is not shown, until a fresh one is in its place")
    func mirror() throws {
        for column in ["tail SET bytes", "scene SET snapshot"] {
            let directory = try open("device-\(column.count)")
            var history = SampleHistory(by: DeviceID(high: 5, low: 5))
            _ = history.write(1)
            let sound = ConfirmedScene(epoch: history.epoch, revision: 1, state: history.state)
            try directory.replaceConfirmed(key, with: sound)
            try directory.appendConfirmed(
                key, epoch: history.epoch, commits: history.write(3).decodedCommits)
            let name = column.split(separator: " ")[2]
            // A register's time or value, which nothing else would notice.
            try RawDatabase(ofDevice: directory.path + "/device.sqlite").run(
                "UPDATE \(column) = CAST(substr(\(name), 1, length(\(name)) - 1) || X'7E' AS BLOB)")
            directory.close()
            let again = try open("device-\(column.count)")
            let error = #expect(throws: DeviceDatabaseError.self) { try again.confirmed(key) }
            #expect(error?.code == .damaged && error?.description.contains("ada/main") == true)
            try again.discardConfirmed(key)
            try again.replaceConfirmed(key, with: sound)
            #expect(try again.confirmed(key) == sound)
        }
    }

    @Test("A device whose id has rotted is not taken for another")
    func identity() throws {
        let directory = try open()
        try harm("id", of: "device", 1, in: directory.path)
        directory.close()
        let error = #expect(throws: DeviceDatabaseError.self) { try open() }
        #expect(error?.code == .damaged)
    }

    /// The numbers of the changes that can be undone, which are undone.
    private func steps(of directory: DeviceDatabase) throws -> [SequenceNumber] {
        var steps: [SequenceNumber] = []
        while try directory.appendUndo(
            .undo, to: key, madeAt: made,
            build: { _, reversal in
                steps.append(reversal.sequence)
                return []
            }) != nil
        {}
        return steps
    }

    /// All that a device says of itself.
    private struct Account: Equatable {
        let device: DeviceID
        /// The content that would be handed over.
        let waiting: [[UInt8]]
        let sequences: [[SequenceNumber]]
        let state: SceneState?
        let position: [UInt64]
        let shelf: [SequenceNumber]
        let steps: [SequenceNumber]
    }

    private func account(of directory: DeviceDatabase) throws -> Account {
        let waiting = try directory.waiting(in: key)
        let confirmed = try directory.confirmed(key)
        return Account(
            device: directory.device, waiting: waiting.map(\.change),
            sequences: waiting.map { [$0.after, $0.sequence] }, state: confirmed?.state,
            position: confirmed.map { [$0.epoch.rawValue, $0.revision.rawValue] } ?? [],
            shelf: try directory.shelf(of: key).entries.map(\.sequence),
            steps: try steps(of: directory))
    }

    @Test("A flipped bit is reported, found by a full check, or changes nothing")
    func flips() throws {
        let whole = try open()
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        try whole.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(12).decodedCommits)
        try append(4, to: whole)
        try whole.refuse(key, 1, because: Failure(.tooLarge, "too large"))
        whole.close()
        let data = try contents(of: scratch("device/device.sqlite"))
        func reopened(_ data: Data, as name: String) throws -> (Account, Bool) {
            try FileManager.default.createDirectory(
                atPath: scratch(name), withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(atPath: scratch(name)) }
            let path = scratch(name) + "/device.sqlite"
            try data.write(to: URL(filePath: path))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: path)
            let directory = try open(name)
            defer { directory.close() }
            let account = try account(of: directory)
            let isTold = !directory.reports.isEmpty || account.steps.count < 3
            return (account, try isTold || directory.fault() != nil)
        }
        let (sound, _) = try reopened(data, as: "sound")
        #expect(sound.waiting.count == 3 && sound.steps == [4, 3, 2])
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for number in 0..<150 {
            var rotten = data
            let byte = generator.below(data.count)
            let bit = UInt8(1) << generator.below(8)
            rotten[byte] ^= bit
            guard let (found, isTold) = try? reopened(rotten, as: "rotten-\(number)") else {
                continue
            }
            #expect(found == sound || isTold, "seed \(seed): bit \(bit) of byte \(byte)")
        }
    }
}
