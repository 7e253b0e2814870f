import Reactor
import Testing
import ZeroMQ

/// Notes what its timers do.
private actor Clockwork {
    private let reactor: Reactor
    private var fired: [Int] = []
    private var done: CheckedContinuation<Void, Never>?

    init(on reactor: Reactor) {
        self.reactor = reactor
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Schedules each number for its milliseconds from now, and the end for after the last.
    func fire(_ milliseconds: [Int], cancelling: Set<Int>) async -> [Int] {
        let start = ContinuousClock.now
        for (index, delay) in milliseconds.enumerated() {
            let deadline = start.advanced(by: .milliseconds(delay))
            let timer = reactor.schedule(at: deadline) { [unowned self] in
                #expect(ContinuousClock.now >= deadline)
                self.fired.append(index)
            }
            guard cancelling.contains(index) else { continue }
            #expect(reactor.cancel(timer))
            #expect(!reactor.cancel(timer))
        }
        await withCheckedContinuation { continuation in
            done = continuation
            let end = start.advanced(by: .milliseconds((milliseconds.max() ?? 0) + 1))
            reactor.schedule(at: end) { [unowned self] in self.done?.resume() }
        }
        return fired
    }

    /// A timer that schedules the next, with no delay.
    func chain(_ count: Int) async {
        await withCheckedContinuation { link(count, $0) }
    }

    private func link(_ count: Int, _ continuation: CheckedContinuation<Void, Never>) {
        guard count > 0 else { return continuation.resume() }
        reactor.schedule(after: .zero) { [unowned self] in self.link(count - 1, continuation) }
    }

    /// A timer that is put off again and again, as a time-out is.
    func putOff(_ count: Int) async -> Int {
        for _ in 0..<count {
            let timer = reactor.schedule(after: .seconds(3600)) { [unowned self] in
                self.fired.append(-1)
            }
            #expect(reactor.cancel(timer))
        }
        return await fire([1], cancelling: []).count
    }
}

@Suite("Timers of a reactor")
struct ReactorTimerTests {
    @Test("They fire in the order of their deadlines, equal ones in that of the calls, none early")
    func order() async throws {
        let reactor = try Reactor()
        defer { reactor.shutdown() }
        let fired = await Clockwork(on: reactor).fire(
            [20, 5, 10, 5, 0, 15, 10], cancelling: [2])
        #expect(fired == [4, 1, 3, 6, 5, 0])
    }

    @Test("Any order of calls", arguments: 0..<5)
    func shuffled(seed: Int) async throws {
        let reactor = try Reactor()
        defer { reactor.shutdown() }
        // A multiplicative walk: every delay once, in an order that the seed decides.
        let delays = (1...400).map { $0 * (seed * 2 + 3) * 31 % 401 / 20 }
        let cancelled = Set((0..<400).filter { $0 % 3 == 0 })
        let fired = await Clockwork(on: reactor).fire(delays, cancelling: cancelled)
        let expected = delays.indices.filter { !cancelled.contains($0) }
            .sorted { (delays[$0], $0) < (delays[$1], $1) }
        #expect(fired == expected, "seed \(seed)")
    }

    @Test("A chain of timers without delay comes to its end")
    func chained() async throws {
        let reactor = try Reactor()
        defer { reactor.shutdown() }
        await Clockwork(on: reactor).chain(1000)
    }

    @Test("Timers that are always put off cost nothing in the end")
    func putOff() async throws {
        let reactor = try Reactor()
        defer { reactor.shutdown() }
        #expect(await Clockwork(on: reactor).putOff(10_000) == 1)
    }
}
