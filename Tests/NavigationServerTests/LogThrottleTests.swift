import Testing

@testable import NavigationServer

@Suite("Lines about what happens often")
struct LogThrottleTests {
    @Test("One a second for each reason, and none is left uncounted")
    func counts() {
        var throttle = LogThrottle<String>()
        #expect(throttle.admit("key", at: .zero) == 1)
        for step in 1...9 {
            #expect(throttle.admit("key", at: .milliseconds(100 * step)) == nil)
        }
        #expect(throttle.admit("rate", at: .milliseconds(950)) == 1)
        #expect(throttle.nextFlush == .seconds(1))
        #expect(throttle.flush(at: .milliseconds(999)).isEmpty)
        #expect(throttle.admit("key", at: .seconds(1)) == 10)
        #expect(throttle.nextFlush == nil)
    }

    @Test("Flushes throttled lines when their second is over, if nothing else comes")
    func flushes() {
        var throttle = LogThrottle<String>()
        #expect(throttle.admit("key", at: .zero) == 1)
        #expect(throttle.admit("key", at: .zero) == nil)
        #expect(throttle.admit("key", at: .zero) == nil)
        let flushed = throttle.flush(at: .seconds(1))
        #expect(flushed.map(\.reason) == ["key"])
        #expect(flushed.map(\.count) == [2])
        // The line that was just written counts as one.
        #expect(throttle.admit("key", at: .milliseconds(1_500)) == nil)
        #expect(throttle.flush(at: .seconds(2)).map(\.count) == [1])
        #expect(throttle.flush(at: .seconds(3)).isEmpty)
        #expect(throttle.nextFlush == nil)
    }
}
