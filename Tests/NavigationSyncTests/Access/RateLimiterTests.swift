import Testing

@testable import NavigationSync

@Suite("Rate limits of many clients")
struct RateLimiterTests {
    @Test("A client has its own bucket also after those of idle clients are dropped")
    func sweptClients() {
        let rate = RateLimits.Rate(perSecond: 1, burst: 2)
        var limiter = RateLimiter<Int>(rate)
        for client in 0..<DaemonLimits.devices - 1 { _ = limiter.take(client, at: .zero) }
        // The last to come, in debt: it alone is kept, and moves to the first place.
        let later = Duration.seconds(10)
        let last = DaemonLimits.devices
        for _ in 0..<2 { _ = limiter.take(last, at: later) }
        limiter.charge(last, 2)
        let inDebt = limiter.take(last, at: later)
        #expect(inDebt != .allowed)
        let returning = limiter.take(0, at: later)
        #expect(returning == .allowed)
        // The debt of two is paid then, and one token is there.
        let paid = limiter.take(last, at: later + .seconds(3))
        #expect(paid == .allowed)
    }
}
