import Foundation
import NavigationModel
import Testing

/// Not in turns: its time passes beside the others.
@Suite("A watcher that stands still")
struct StoppedWatcherTests {
    /// Longer than a head is repeated, and than a mirror that goes on is silent: 30 seconds.
    private static let standstill = Duration.seconds(32)
    private static let rounds = 11
    private static let changesPerRound = 1_000
    /// The most commits that a follower is told one by one when they come faster than it reads.
    private static let reported = 4_096
    /// In which a watcher that goes on has to be where all others are.
    private static let catchUp = Duration.seconds(30)

    @Test("After 11,000 changes and half a minute it catches up, and skips nothing silently")
    func standsStill() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let watch = try await place.watch(as: "tablet")
            let other = try await place.watch(as: "phone")
            let status = try await place.status()
            let user = try #require(UserID(rawValue: status["user"]?.string ?? ""))

            watch.signal(SIGSTOP)
            let stopped = ContinuousClock.now
            let endpoint = place.endpoint
            let revisions = try await onOwnThread {
                var device = try BulkDevice(endpoint, user: user, name: "bulk")
                return try (0..<Self.rounds).flatMap { _ in
                    try device.make(
                        Array(repeating: .addToBadge("inbox", 1), count: Self.changesPerRound))
                }
            }
            let count = Self.rounds * Self.changesPerRound
            #expect(revisions.map(\.rawValue) == Array(2...UInt64(count + 1)))
            try await other.untilRevision(Int64(count + 1))
            // Time that passes is what is tested here: heads and presence go by.
            try await Task.sleep(until: stopped + Self.standstill, clock: .continuous)
            #expect(watch.transcript.output.lines.count < count)

            watch.signal(SIGCONT)
            let continued = ContinuousClock.now
            try await watch.untilRevision(Int64(count + 1), within: Self.catchUp)
            print("caught up \(count) changes in \(ContinuousClock.now - continued)")
            // And it goes on from there.
            try await place.change("push", "mail://after")
            try await watch.untilRevision(Int64(count + 2))
            let watched = try Watched(watch)
            #expect(watched.isGapless)
            // It jumps only where more than that has gathered, and once to a snapshot.
            #expect(watched.replacements.count <= count / Self.reported + 1)
            let daemon = try #require(try await place.status()["daemon"])
            #expect(daemon["revision"]?.integer == Int64(count + 2))
            #expect(watched.digest == daemon["digest"]?.string)
            #expect(try Watched(other).isGapless)
            #expect(try Watched(other).digest == daemon["digest"]?.string)
        }
    }
}
