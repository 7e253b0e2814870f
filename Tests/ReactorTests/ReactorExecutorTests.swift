import Reactor
import Glibc
import Synchronization
import SocketHarness
import Testing
import ZeroMQ

/// An actor on a reactor, as those that own sockets are.
private actor Resident {
    nonisolated let reactor: Reactor
    private(set) var threads: Set<UInt> = []
    private(set) var count = 0

    init(on reactor: Reactor) {
        self.reactor = reactor
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    func work() {
        threads.insert(UInt(pthread_self()))
        count += 1
    }

    func workInPieces() async {
        for _ in 0..<10 {
            work()
            await Task.yield()
            await elsewhere()
            work()
        }
    }

    nonisolated private func elsewhere() async {
        #expect(!reactor.isCurrent)
    }

    /// Runs isolated code inside a timer of this reactor, and returns the count after it.
    func assumed() async -> Int {
        await withCheckedContinuation { continuation in
            reactor.schedule(after: .zero) {
                self.assumeIsolated { $0.work() }
                continuation.resume(returning: self.assumeIsolated { $0.count })
            }
        }
    }
}

/// An actor whose jobs bring one another without end, and take longer than a turn.
private actor Chain {
    private let reactor: Reactor
    private var jobs = 0
    private var isOver = false

    init(on reactor: Reactor) {
        self.reactor = reactor
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Begins, and returns how many jobs came before a timer that was due at once.
    func jobsBeforeTimer() async -> Int {
        await withCheckedContinuation { continuation in
            reactor.schedule(after: .zero) {
                self.assumeIsolated { chain in
                    chain.isOver = true
                    continuation.resume(returning: chain.jobs)
                }
            }
            work()
        }
    }

    private func work() {
        jobs += 1
        let end = ContinuousClock.now + .milliseconds(2)
        while ContinuousClock.now < end {}
        guard !isOver else { return }
        Task { work() }
    }
}

@Suite("A reactor as an executor")
struct ReactorExecutorTests {
    @Test("Jobs that bring one another leave sockets and timers their turn when they take long")
    func turns() async throws {
        let reactor = try Reactor(name: "turns")
        #expect(await Chain(on: reactor).jobsBeforeTimer() < 8)
        reactor.shutdown()
    }

    @Test("All jobs of an actor run on one thread, whatever they wait for")
    func pinned() async throws {
        let reactor = try Reactor(name: "pinned")
        let actors = [Resident(on: reactor), Resident(on: reactor)]
        await withTaskGroup { group in
            for number in 0..<20 { group.addTask { await actors[number % 2].workInPieces() } }
        }
        let threads = await [actors[0].threads, actors[1].threads]
        #expect(threads[0].count == 1)
        #expect(threads[0] == threads[1])
        #expect(await actors[0].count == 200)
        #expect(!reactor.isCurrent)
        reactor.shutdown()
        await reactor.waitUntilStopped()
    }

    @Test("Calls of other threads run on the reactor in their order, after its end too")
    func calls() async throws {
        let reactor = try Reactor(name: "called")
        let actor = Resident(on: reactor)
        let numbers = Mutex<[Int]>([])
        for number in 0..<100 {
            reactor.enqueue {
                actor.assumeIsolated { $0.work() }
                numbers.withLock { $0.append(number) }
            }
        }
        await withCheckedContinuation { continuation in
            reactor.enqueue { continuation.resume() }
        }
        #expect(numbers.withLock { $0 } == Array(0..<100))
        #expect(await actor.threads.count == 1)
        reactor.shutdown()
        await reactor.waitUntilStopped()
        await withCheckedContinuation { continuation in
            reactor.enqueue {
                actor.assumeIsolated { $0.work() }
                continuation.resume()
            }
        }
        #expect(await actor.count == 101)
    }

    @Test("assumeIsolated works in a handler")
    func assumeIsolated() async throws {
        let reactor = try Reactor()
        defer { reactor.shutdown() }
        let actor = Resident(on: reactor)
        #expect(await actor.assumed() == 1)
        #expect(await actor.threads.count == 1)
    }

    @Test("Ten thousand jobs from many threads all run")
    func crossThread() async throws {
        let reactor = try Reactor()
        defer { reactor.shutdown() }
        let actor = Resident(on: reactor)
        await withTaskGroup { group in
            for _ in 0..<10_000 { group.addTask { await actor.work() } }
        }
        #expect(await actor.count == 10_000)
        #expect(await actor.threads.count == 1)
    }

    @Test("Jobs that are queued at shutdown run, and those that come later too, one at a time")
    func afterShutdown() async throws {
        let reactor = try Reactor()
        let actor = Resident(on: reactor)
        await withTaskGroup { group in
            for number in 0..<1000 {
                if number == 500 { reactor.shutdown() }
                group.addTask { await actor.workInPieces() }
            }
        }
        reactor.shutdown()
        await reactor.waitUntilStopped()
        await actor.work()
        #expect(await actor.count == 20_001)
        await reactor.waitUntilStopped()
    }

    @Test("After shutdown timers never fire, and nothing can be registered")
    func nothingAfterShutdown() async throws {
        let reactor = try Reactor()
        let late = Late(on: reactor)
        await late.begin()
        reactor.shutdown()
        await reactor.waitUntilStopped()
        await late.tryAgain()
        #expect(await late.fired == 0)
    }

    @Test("An actor that is dropped after shutdown goes")
    func lastDeinit() async throws {
        let reactor = try Reactor()
        reactor.shutdown()
        await reactor.waitUntilStopped()
        let gone = Gone()
        await Dropped(on: reactor, gone: gone).touch()
        await gone.happened()
    }

    @Test("The heartbeat goes on while nothing happens")
    func heartbeat() async throws {
        let reactor = try Reactor()
        let first = reactor.lastTurn
        let end = ContinuousClock.now.advanced(by: timeout)
        while reactor.lastTurn == first, ContinuousClock.now < end { await Task.yield() }
        #expect(reactor.lastTurn > first)
        reactor.shutdown()
    }

    @Test("Calls from another thread than its own stop the process")
    func wrongThread() async {
        await #expect(processExitsWith: .failure) {
            try Reactor().schedule(after: .zero) {}
        }
    }
}

/// Tries what a reactor that has ended does not do any more.
private actor Late {
    private let reactor: Reactor
    private(set) var fired = 0
    private var descriptors: [Int32] = [0, 0]

    init(on reactor: Reactor) {
        self.reactor = reactor
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    func begin() {
        reactor.schedule(after: .seconds(3600)) { self.fired += 1 }
    }

    func tryAgain() {
        unsafe pipe(&descriptors)
        let timer = reactor.schedule(after: .zero) { self.fired += 1 }
        reactor.register(fileDescriptor: descriptors[1], for: .writable) { _ in self.fired += 1 }
        #expect(!reactor.cancel(timer))
        reactor.unregister(fileDescriptor: descriptors[1])
        for descriptor in descriptors { close(descriptor) }
    }
}

/// Calls back once, when it is released.
private final class Gone: Sendable {
    private let stream = AsyncStream<Void>.makeStream()

    func finish() { stream.continuation.finish() }

    func happened() async {
        for await _ in stream.stream {}
    }
}

/// Runs its deinit on its reactor.
private actor Dropped {
    private let reactor: Reactor
    private let gone: Gone

    init(on reactor: Reactor, gone: Gone) {
        self.reactor = reactor
        self.gone = gone
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    func touch() {}

    isolated deinit {
        if reactor.isCurrent { gone.finish() }
    }
}
