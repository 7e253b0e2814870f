import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@testable import NavigationServer

@Suite("Ignored rate limits", .timeLimit(.minutes(5)))
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
        // Its price leaves a debt of half an hour: nothing is allowed meanwhile, on however busy a machine.
        guard case .audit = try await device.ask(.audit(scene: .main)) else {
            Issue.record("the first request is within the rate")
            return
        }
        // The first one learns its wait, and the others ignore it.
        try await Self.send(UserLimits.maxIgnoredRetries + 1, requestsBy: device)
        // One more has no answer: the connection is cut. Those that are sent after it come by the next.
        try await device.send(Request(id: 7, call: .presence(scene: .main)).encoded)
        #expect(try await !device.isAnswered(within: .seconds(1)))
        await daemon.server.apply(
            advertise: nil, retention: RetentionPolicy(), quotas: Quotas())
        _ = try await device.welcome()
        try await daemon.stop()
    }

    /// Sends requests, each of which is answered with a wait.
    private static func send(_ count: Int, requestsBy device: TestDevice) async throws {
        // So many at once that no answer finds the queue full.
        for first in stride(from: 0, to: count, by: 50) {
            let batch = first..<min(first + 50, count)
            for number in batch {
                let request = Request(id: UInt64(number + 1) << 32, call: .presence(scene: .main))
                try await device.send(request.encoded)
            }
            for _ in batch {
                #expect(try await device.receive().result.failure?.code == .busy)
            }
        }
    }
}
