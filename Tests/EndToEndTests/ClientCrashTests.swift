import Foundation
import SeededRandom
import Testing

@Suite("A client that is killed again and again", .inTurns)
struct ClientCrashTests {
    private static let seed: UInt64 = 20_261_122
    private static let commands = 40

    @Test("Killed at random points, offline and while it hands over: what was kept is there, once")
    func killed() async throws {
        print("kill points from seed \(Self.seed)")
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            try await daemon.stop()
            var generator = SeededGenerator(seed: Self.seed)
            var kept: [String] = []
            var killed: Set<String> = []
            for number in 1...Self.commands {
                let route = "mail://\(number)"
                let push = try place.startNavctl(as: "desk", ["push", route])
                if generator.oneIn(2) {
                    try await Task.sleep(
                        for: .milliseconds(.random(in: 1...120, using: &generator)))
                    push.signal(SIGKILL)
                }
                // Who was told that it is kept may rely on it, whatever happened then.
                let result = try await push.end()
                if result.output.text.contains("outbox") {
                    kept.append(route)
                } else {
                    killed.insert(route)
                }
            }
            print("\(kept.count) kept, \(killed.count) killed before they said so")
            #expect(kept.count > 5)
            // Now while they are handed over: the daemon is there, whoever submits is killed.
            try await place.daemon()
            for _ in 1...10 {
                let show = try place.startNavctl(as: "desk", ["show"])
                try await Task.sleep(for: .milliseconds(.random(in: 5...60, using: &generator)))
                show.signal(SIGKILL)
                _ = try await show.end()
            }
            let shown = OfflineTests.routes(try await place.ask("show"))
            #expect(try await place.status()["pending"]?.integer == 0)
            let pushed = Array(shown.dropFirst())
            #expect(pushed.filter { !killed.contains($0) } == kept, "in order, once each")
            #expect(Set(pushed).count == pushed.count)
            let log = try await place.ask("log", "--limit", "1000")
            let commits = log["commits"]?.array?.compactMap {
                $0["operations"]?.array?[0]["route"]?.string
            }
            #expect(commits?.count == pushed.count, "\(commits ?? [])")
        }
    }
}
