import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@testable import NavigationServer

@Suite("Who does not wait when it is told to", .timeLimit(.minutes(2)))
struct ImpatienceTests {
    @Test("is answered a thousand times and then cut; it may come again")
    func cut() async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let device = try TestDevice(1, at: daemon.control)
        let welcome = try await device.welcome()
        #expect(welcome.limits["impatience"] == UInt64(UserLimits.maxIgnoredRetries))
        await daemon.server.apply(
            advertise: nil, retention: RetentionPolicy(),
            quotas: Quotas(requestRate: 1, requestBurst: 10))
        // Not faster than it is answered, so that no answer finds the queue full. Each second has room for
        // one more, and whoever is taken begins anew.
        var ignored = 0
        var id: UInt64 = 0
        while ignored < UserLimits.maxIgnoredRetries + 1 {
            id += 1
            try await device.send(Request(id: id << 32, call: .presence(scene: .main)).encoded)
            let isBusy = try await device.receive().result.failure?.code == .busy
            ignored = isBusy ? ignored + 1 : 0
        }
        // One more has no answer: the connection is cut. Those that are sent after it come by the next.
        try await device.send(Request(id: 7, call: .presence(scene: .main)).encoded)
        #expect(try await !device.isAnswered(within: .seconds(1)))
        _ = try await device.welcome()
        try await daemon.stop()
    }
}
