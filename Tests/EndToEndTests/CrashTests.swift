import Foundation
import NavigationClient
import NavigationModel
import Synchronization
import SeededRandom
import Testing

@Suite("A daemon that is killed again and again", .inTurns)
struct CrashTests {
    private static let crashes = 32
    private static let workersPerDevice = 3
    private static let seed: UInt64 = 20_261_121

    @Test("Killed at random points under load: every acknowledged change is there, once")
    func acknowledgedIsKept() async throws {
        print("crash points from seed \(Self.seed)")
        try await Installation.run { place in
            let first = try await place.daemon()
            try await place.change("apply", Scenes.path("phone.en.yaml"))
            try await first.kill()

            let load = Load()
            var devices: [LoadingDevice] = []
            for name: DeviceName in ["phone", "tablet", "laptop"] {
                devices.append(try await LoadingDevice(name, in: place, load: load))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for device in devices {
                    group.addTask {
                        try await within(.seconds(300), "the last outcomes") {
                            try await device.work(workers: Self.workersPerDevice)
                        }
                    }
                }
                try await Self.crash(place, under: load)
                // The last change of every worker is still to be answered, by a daemon that stays.
                try await place.daemon()
                load.stop()
                try await group.waitForAll()
            }
            try await Self.check(place, load, devices)
            for device in devices { await device.client.close() }
        }
    }

    /// Starts and kills the daemon, at points that differ: while it starts, when it has just
    /// started, and after some changes; a little later than that.
    private static func crash(_ place: Installation, under load: Load) async throws {
        var generator = SeededGenerator(seed: seed)
        for crash in 1...crashes {
            let daemon = try place.start("navsyncd", [])
            if crash % 8 == 0 {
                try await Task.sleep(for: .milliseconds(.random(in: 5...80, using: &generator)))
            } else {
                try await daemon.untilReady()
                let wanted = load.acknowledged + Int.random(in: 0...60, using: &generator)
                try await load.untilAcknowledged(wanted)
                try await Task.sleep(for: .microseconds(.random(in: 0...4_000, using: &generator)))
            }
            try await daemon.kill()
        }
    }

    private static func check(
        _ place: Installation, _ load: Load, _ devices: [LoadingDevice]
    ) async throws {
        let log = try await place.ask("log", "--limit", "1000000")
        let commits = try #require(log["commits"]?.array)
        let head = try #require(log["revision"]?.integer)
        #expect(commits.compactMap { $0["revision"]?.integer } == Array(1...head))
        var found: [Load.ChangeID: [UInt64]] = [:]
        for commit in commits {
            let id = Load.ChangeID(
                author: commit["author"]?.string ?? "",
                sequence: UInt64(commit["sequence"]?.integer ?? 0))
            found[id, default: []].append(UInt64(commit["revision"]?.integer ?? 0))
        }
        let acknowledged = load.revisions
        print("\(load.acknowledged) acknowledged changes, \(head) revisions")
        #expect(acknowledged.count > crashes)
        for (id, revision) in acknowledged { #expect(found[id] == [revision], "\(id)") }
        // All that was done has been acknowledged by now, so there is nothing else but the apply.
        #expect(commits.count == acknowledged.count + 1)

        let daemon = try #require(try await place.status()["daemon"])
        for device in devices {
            let last = try await device.reach(Revision(rawValue: UInt64(head)))
            #expect(last.revision.rawValue == UInt64(head))
            #expect(last.digest.description == daemon["digest"]?.string, "\(device.name)")
            #expect(last.state.recomputedDigest == last.digest)
            #expect(last.pendingCount == 0)
            #expect(device.isGapless, "\(device.name) saw every revision once")
        }
        let tabs = try await place.ask("show")["scene"]?["tabs"]?.array
        let badge = tabs?.first { $0["id"]?.string == "keypad" }?["badge"]?.string
        #expect(badge == String(load.additions), "every addition counts once")
    }
}
