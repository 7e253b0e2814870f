import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@testable import NavigationServer

@Suite("Ignored rate limits", .timeLimit(.minutes(2)))
struct IgnoredRateLimitTests {
    @Test("Disconnects a client after 1,000 requests over its rate limit, which may come again")
    func cut() async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let device = try TestDevice(1, at: daemon.control)
        let welcome = try await device.welcome()
        #expect(welcome.limits["impatience"] == UInt64(UserLimits.maxIgnoredRetries))
        await daemon.server.apply(
            advertise: nil, retention: RetentionPolicy(),
            quotas: Quotas(requestRate: 1, requestBurst: 10))
        // Each second has room for one more, and whoever is taken begins anew.
        repeat {
            try await Self.ignoreWaits(of: device)
            // One more has no answer: the connection is cut. Those that are sent after it come by the next.
            try await device.send(Request(id: 7, call: .presence(scene: .main)).encoded)
            guard try await device.isAnswered(within: .seconds(1)) else { break }
            #expect(try await device.receive().result.failure?.code != .busy)
        } while true
        _ = try await device.welcome()
        try await daemon.stop()
    }
    /// Asks until as many answers in a row as there may be were to wait.
    private static func ignoreWaits(of device: TestDevice) async throws {
        var ignored = 0
        var id: UInt64 = 0
        while ignored < UserLimits.maxIgnoredRetries + 1 {
            // So many at once that a second is enough on a busy machine, and no answer finds the queue full.
            let batch = min(50, UserLimits.maxIgnoredRetries + 1 - ignored)
            for _ in 0..<batch {
                id += 1
                try await device.send(Request(id: id << 32, call: .presence(scene: .main)).encoded)
            }
            var replies: [Reply] = []
            for _ in 0..<batch { replies.append(try await device.receive()) }
            for reply in replies.sorted(by: { $0.id < $1.id }) {
                ignored = reply.result.failure?.code == .busy ? ignored + 1 : 0
            }
        }
    }
}
