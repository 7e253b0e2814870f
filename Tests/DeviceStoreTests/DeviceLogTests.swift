import DatabaseHarness
@testable import DatabaseFiles
import DeviceStore
import Foundation
import NavigationModel
import NavigationSync
import StoreSamples
import Testing

/// A device whose own write-ahead log has rotted says so, keeps it, and goes on.
@Suite struct DeviceLogTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func open(_ path: String) throws -> DeviceDatabase {
        try DeviceDatabase(opening: path, name: "phone") { DeviceID(high: 1, low: 2) }
    }

    /// A device as a crash leaves it that has kept some scenes, with its log harmed.
    private func crashed(_ harm: (inout Data) -> Void) throws -> String {
        let (from, to) = (scratch("running"), scratch("crashed"))
        let device = try open(from)
        for number in 1...6 {
            let key = SceneKey(user: "ada", scene: SceneID(unchecked: "s\(number)"))
            try device.replaceConfirmed(
                key,
                with: ConfirmedScene(epoch: Epoch(rawValue: 3), revision: 1, state: SceneState()))
        }
        try FileManager.default.createDirectory(
            atPath: to, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        for suffix in ["", "-wal"] {
            var data = try contents(of: from + "/device.sqlite" + suffix)
            if suffix == "-wal" { harm(&data) }
            try data.write(to: URL(filePath: to + "/device.sqlite" + suffix))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: to + "/device.sqlite" + suffix)
        }
        device.close()
        return to
    }

    @Test func aRottenLogIsToldAndKept() throws {
        var rotten = Data()
        let path = try crashed { log in
            log[32 + 24 + 100] ^= 4
            rotten = log
        }
        let device = try open(path)
        let reported = try #require(device.loss)
        #expect(reported.contains("may be lost") && reported.contains("frame 1 of"), "\(reported)")
        let report = try #require(device.reports.first)
        #expect(reported.contains(report))
        #expect(try contents(of: report + "/device.sqlite-wal") == rotten)
        #expect(device.device == DeviceID(high: 1, low: 2))
        let key = SceneKey(user: "ada", scene: "s9")
        try device.replaceConfirmed(
            key, with: ConfirmedScene(epoch: Epoch(rawValue: 3), revision: 1, state: SceneState()))
        device.close()
        let next = try open(path)
        #expect(next.loss == nil)
        #expect(try next.confirmed(key)?.revision == 1)
        next.close()
    }

    @Test func aTornEndIsNoLoss() throws {
        let device = try open(crashed { $0.removeLast(3_000) })
        #expect(device.loss == nil && device.reports.isEmpty)
        device.close()
    }

    /// Others of its processes go on writing while one opens it.
    @Test func aLogThatIsWrittenMeanwhileIsSound() async throws {
        let path = scratch("busy")
        let writer = try open(path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 1...150 as ClosedRange<UInt64> {
                    try writer.replaceConfirmed(
                        SceneKey(user: "ada", scene: "main"),
                        with: ConfirmedScene(
                            epoch: Epoch(rawValue: number), revision: 1, state: SceneState()))
                }
            }
            group.addTask {
                for _ in 1...50 {
                    let rot = try WriteAheadLog.corruption(in: path + "/device.sqlite-wal")
                    #expect(rot == nil)
                }
            }
            try await group.waitForAll()
        }
        writer.close()
    }

    private let key = SceneKey(user: "ada", scene: "main")

    private func keep(_ count: Int, in device: DeviceDatabase) throws {
        for _ in 0..<count {
            _ = try device.appendChange(
                to: key, madeAt: BootTimeInstant(bootID: "boot", nanoseconds: 1)
            ) { _ in [.addToBadge("inbox", 1)] }
        }
    }

    /// As when a backup of the database is put back, or the end of its log is gone.
    @Test func anEarlierDatabaseIsTold() throws {
        let path = scratch("device")
        let device = try open(path)
        try keep(2, in: device)
        device.close()
        let earlier = try contents(of: path + "/device.sqlite")
        let again = try open(path)
        #expect(again.loss == nil)
        try keep(3, in: again)
        again.close()
        try FileManager.default.removeItem(atPath: path + "/device.sqlite")
        try earlier.write(to: URL(filePath: path + "/device.sqlite"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: path + "/device.sqlite")
        let behind = try open(path)
        let reported = try #require(behind.loss)
        #expect(
            reported.contains("ends at change 2") && reported.contains("had change 5"),
            "\(reported)")
        // It is told once, and no number is given twice.
        try keep(1, in: behind)
        #expect(try behind.waiting(in: key).map(\.id.rawValue) == [1, 2, 6])
        behind.close()
        let next = try open(path)
        #expect(next.loss == nil)
        next.close()
    }

    /// As when the whole directory is put back, or copied to another machine: its own files know nothing of it.
    @Test func numbersThatWereGivenElsewhereAreTold() throws {
        let device = try open(scratch("device"))
        var history = SampleHistory()
        func confirm(_ epoch: Epoch, _ last: SequenceNumber) throws {
            _ = history.write(1)
            try device.replaceConfirmed(
                key,
                with: ConfirmedScene(
                    epoch: epoch, revision: history.revision, state: history.state,
                    lastSequence: last))
        }
        // Of another history's numbers nothing is known.
        try confirm(Epoch(rawValue: 1), 7)
        try confirm(Epoch(rawValue: 2), 3)
        try confirm(Epoch(rawValue: 2), 3)
        try keep(4, in: device)
        try confirm(Epoch(rawValue: 2), 4)
        #expect(device.twin == nil)
        try confirm(Epoch(rawValue: 2), 6)
        let reported = try #require(device.twin)
        #expect(reported.contains("up to number 6, but \(scratch("device")) ends at 4"))
        device.close()
        // It is told once.
        let next = try open(scratch("device"))
        try next.replaceConfirmed(
            key,
            with: ConfirmedScene(
                epoch: Epoch(rawValue: 2), revision: history.revision, state: history.state,
                lastSequence: 6))
        #expect(next.twin == nil)
        next.close()
    }

    @Test func aMarkThatIsNoneSaysNothing() throws {
        let path = scratch("device")
        for mark in ["", "9", "0000000000000000099 0000000000000000\n", "\u{0}\u{0}"] {
            let device = try open(path)
            #expect(device.loss == nil, "\(mark)")
            try keep(1, in: device)
            device.close()
            try Data(mark.utf8).write(to: URL(filePath: path + "/device.mark"))
        }
        // A place where it can't be written takes nothing away.
        try FileManager.default.removeItem(atPath: path + "/device.mark")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/device.mark", withDestinationPath: scratch("elsewhere"))
        let device = try open(path)
        try keep(1, in: device)
        #expect(try device.waiting(in: key).count == 5)
        #expect(!FileManager.default.fileExists(atPath: scratch("elsewhere")))
        device.close()
    }

    @Test func aDatabaseThatWasTakenAwayKeepsNothing() throws {
        for replaced in [false, true] {
            let path = scratch("device-\(replaced)")
            let device = try open(path)
            try keep(1, in: device)
            try FileManager.default.moveItem(
                atPath: path + "/device.sqlite", toPath: path + "/moved")
            if replaced {
                try FileManager.default.copyItem(
                    atPath: path + "/moved", toPath: path + "/device.sqlite")
            }
            let error = #expect(throws: DeviceDatabaseError.self) { try keep(1, in: device) }
            #expect(error?.code == .damaged)
            #expect(error?.description.contains("removed, moved or replaced") == true)
            device.close()
        }
    }
}
