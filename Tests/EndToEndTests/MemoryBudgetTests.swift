import Foundation
import NavigationModel
import NavigationWire
import Testing

/// A sweep over far more scenes than memory is to hold. `NAVSYNC_SWEEP` makes it longer: of a
/// million, say.
@Suite("The memory of a daemon under every kind of request", .inTurns)
struct MemoryBudgetTests {
    private static let count =
        ProcessInfo.processInfo.environment["NAVSYNC_SWEEP"].flatMap(Int.init) ?? 2_500
    /// KiB that scenes may take: the least that can be set.
    private static let budget = 16 * 1_024
    /// KiB beside them: what the sessions and feeds of the users take who were asked for, SQLite's
    /// page caches (2 MB for each connection), and what the allocator keeps of what was freed.
    private static let allowance = 48 * 1_024

    @Test(
        "It stays within its budget, whatever is on disk, and starts as quickly as with one scene")
    func sweep() async throws {
        try await Installation.run { place in
            let variables = ["NAVSYNCD_LIMITS_MEMORY": "16MiB"]
            let first = try await place.daemon(variables: variables)
            try await place.change("apply", Scenes.path("mail.yaml"))
            let readOfOne = try Self.read(by: first)
            try await first.stop()
            try await CrowdedDatabase.fill(place.database, Self.count)

            let daemon = try await place.daemon(variables: variables)
            let readOfMany = try Self.read(by: daemon)
            #expect(readOfMany <= readOfOne + 1_048_576, "\(readOfOne) bytes, then \(readOfMany)")
            _ = try await place.status()
            let before = try Self.localUser(daemon)
            let started = ContinuousClock.now
            let peak = try await onOwnThread { try Self.askForAll(of: place, daemon) }
            let time = ContinuousClock.now - started
            let status = try await place.status()
            let loaded = status["daemon"]?["scenes"]?.integer ?? 0
            print(
                "\(Self.count) scenes in \(time): \(before) KiB before, \(peak) KiB at most; "
                    + "\(loaded) scenes in memory at the end")
            #expect(peak <= before + Self.budget + Self.allowance)
            // And the budget is used.
            #expect(loaded > 50 && loaded < Int64(Self.count))
        }
    }

    /// Asks for one scene after the other; returns the most KiB that were resident.
    private static func askForAll(of place: Installation, _ daemon: RunningProcess) throws -> Int {
        let connection = try ControlConnection(place.endpoint)
        let device = DeviceID(high: 7, low: 7)
        var peak = 0
        for number in 0..<count {
            let (user, scene) = CrowdedDatabase.place(of: number)
            if number % CrowdedDatabase.scenesOfUser == 0 {
                let user = UserID(unchecked: user)
                guard case .done = try connection.ask(.addUser(user, uid: nil)) else {
                    throw NeverCame("the user \(user)")
                }
                let hello = Hello(user: user, device: device, name: "sweeper")
                guard case .welcome = try connection.ask(.hello(hello)) else {
                    throw NeverCame("a welcome for \(user)")
                }
                peak = max(peak, try localUser(daemon))
            }
            let answer = try connection.ask(
                .sync(scene: SceneID(unchecked: scene), epoch: .none, revision: .zero))
            guard case .synced(let synced) = answer, synced.head.revision == 1 else {
                throw NeverCame("scene \(number): \(answer)")
            }
        }
        return max(peak, try localUser(daemon))
    }

    /// KiB of a process that are in memory.
    private static func localUser(_ process: RunningProcess) throws -> Int {
        try figure("VmRSS:", in: "/proc/\(process.pid)/status")
    }

    /// Bytes that a process has read so far.
    private static func read(by process: RunningProcess) throws -> Int {
        try figure("rchar:", in: "/proc/\(process.pid)/io")
    }

    private static func figure(_ name: String, in path: String) throws -> Int {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix(name) })
        return try #require(
            line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
}
