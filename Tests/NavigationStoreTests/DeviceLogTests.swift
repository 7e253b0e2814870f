import Foundation
import NavigationModel
import NavigationSync
import StoreSamples
import Testing

@testable import NavigationStore

/// A device whose own write-ahead log has rotted says so, keeps it, and goes on.
@Suite struct DeviceLogTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func open(_ path: String) throws -> DeviceDirectory {
        try DeviceDirectory(opening: path, name: "phone") { DeviceID(high: 1, low: 2) }
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
        let told = try #require(device.lostLog)
        #expect(told.contains("may be lost") && told.contains("frame 1 of"), "\(told)")
        let report = try #require(device.reports.first)
        #expect(told.contains(report))
        #expect(try contents(of: report + "/device.sqlite-wal") == rotten)
        #expect(device.device == DeviceID(high: 1, low: 2))
        let key = SceneKey(user: "ada", scene: "s9")
        try device.replaceConfirmed(
            key, with: ConfirmedScene(epoch: Epoch(rawValue: 3), revision: 1, state: SceneState()))
        device.close()
        let next = try open(path)
        #expect(next.lostLog == nil)
        #expect(try next.confirmed(key)?.revision == 1)
        next.close()
    }

    @Test func aTornEndIsNoLoss() throws {
        let device = try open(crashed { $0.removeLast(3_000) })
        #expect(device.lostLog == nil && device.reports.isEmpty)
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
                    let rot = try WriteAheadLog.rot(in: path + "/device.sqlite-wal")
                    #expect(rot == nil)
                }
            }
            try await group.waitForAll()
        }
        writer.close()
    }
}
