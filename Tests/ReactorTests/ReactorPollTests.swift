import Reactor
import Glibc
import SocketHarness
import Testing
import ZeroMQ

/// Polls what a test tells it to, and notes what it was called for.
private actor Watcher {
    private let reactor: Reactor
    private var calls: [String] = []
    private var waiting: (count: Int, continuation: CheckedContinuation<[String], Never>)?
    private var sockets: [Socket] = []
    private var turns = 0

    init(on reactor: Reactor) {
        self.reactor = reactor
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    private func note(_ call: String) {
        calls.append(call)
        resumeIfComplete()
    }

    /// All calls, once there are `count` of them or the deadline has passed.
    func calls(_ count: Int) async -> [String] {
        let deadline = Task {
            try await Task.sleep(for: timeout / 2)
            waiting?.count = 0
            resumeIfComplete()
        }
        defer { deadline.cancel() }
        return await withCheckedContinuation { continuation in
            waiting = (count, continuation)
            resumeIfComplete()
        }
    }

    private func resumeIfComplete() {
        guard let (count, continuation) = waiting, calls.count >= count else { return }
        waiting = nil
        continuation.resume(returning: calls)
    }

    /// Reads one message at each call, and says what it was.
    func pull(from endpoint: Endpoint, in context: Context) throws {
        let socket = try Socket(.pull, in: context)
        try socket.connect(endpoint)
        sockets.append(socket)
        let index = sockets.count - 1
        reactor.register(socket, for: .readable) { events in
            #expect(events == .readable)
            guard let message = try? self.sockets[index].receiveMultipart() else { return }
            self.note(String(decoding: message.frames.joined(), as: UTF8.self))
        }
    }

    /// Uses a socket outside of its handler, so that libzmq takes note of the messages that have
    /// arrived, and of no later signal for them; then its handler reads them.
    func usedElsewhere(in context: Context) async throws -> [String] {
        let (router, dealer) = try connected(.router, .dealer, by: .inproc, in: context)
        sockets = [router, dealer]
        reactor.register(router, for: .readable) { _ in
            guard let message = try? self.sockets[0].receiveMultipart() else { return }
            self.note(String(decoding: message.frames[1], as: UTF8.self))
        }
        for number in 0..<20 {
            _ = try dealer.send(bytes("\(number)"))
            await turn()
            _ = try dealer.send(bytes("\(number) again"))
            // As a reply does: the events are asked, and the signal is taken, by the way.
            _ = try router.readyEvents()
            let count = 2 * number + 2
            guard await calls(count).count >= count else { break }
        }
        return calls
    }

    /// Closes everything, as an owner of sockets does in its last job.
    func close() {
        for socket in sockets { socket.close() }
        sockets = []
    }

    /// Registers two pipes that are both writable; the first to be called unregisters the other.
    func rivals() async -> [String] {
        let pipes = (makePipe(), makePipe())
        for (mine, other) in [(pipes.0, pipes.1), (pipes.1, pipes.0)] {
            reactor.register(fileDescriptor: mine.write, for: .writable) { [unowned self] events in
                self.note("writable")
                self.reactor.unregister(fileDescriptor: mine.write)
                self.reactor.unregister(fileDescriptor: other.write)
            }
        }
        let seen = await calls(1)
        for _ in 0..<3 { await turn() }
        for descriptor in [pipes.0.read, pipes.0.write, pipes.1.read, pipes.1.write] {
            Glibc.close(descriptor)
        }
        return calls.count == 1 ? seen : calls
    }

    /// A pipe is polled, then for something else, then hung up.
    func pipe() async -> [String] {
        let pipe = makePipe()
        reactor.register(fileDescriptor: pipe.read, for: []) { [unowned self] events in
            var byte: UInt8 = 0
            if events.contains(.readable), unsafe read(pipe.read, &byte, 1) == 1 {
                self.note("byte \(byte)")
            } else if events.contains(.failed) {
                self.note("failed")
                self.reactor.unregister(fileDescriptor: pipe.read)
                Glibc.close(pipe.read)
            }
        }
        unsafe write(pipe.write, [7, 8] as [UInt8], 2)
        for _ in 0..<3 { await turn() }
        note("quiet")
        reactor.update(fileDescriptor: pipe.read, for: .readable)
        _ = await calls(3)
        Glibc.close(pipe.write)
        return await calls(4)
    }

    /// Returns in a later turn of the loop.
    private func turn() async {
        await withCheckedContinuation { continuation in
            reactor.schedule(after: .zero) { continuation.resume() }
        }
    }

    /// Says `failed` for each registered socket when its context is shut down.
    func failing(in context: Context) async throws -> [String] {
        for type in [SocketType.router, .sub] {
            let socket = try Socket(type, in: context)
            sockets.append(socket)
            let index = sockets.count - 1
            reactor.register(socket, for: .readable) { events in
                self.note(events == .failed ? "failed" : "\(events)")
                self.sockets[index].close()
            }
        }
        context.shutdown()
        let seen = await calls(2)
        for _ in 0..<3 { await turn() }
        return calls.count == 2 ? seen : calls
    }

    /// A socket that is always writable, while jobs, timers and another descriptor want their turn.
    func busy(in context: Context) async throws -> Int {
        let (pull, push) = try connected(.pull, .push, by: .inproc, in: context)
        sockets = [pull, push]
        reactor.register(push, for: .writable) { [unowned self] _ in self.turns += 1 }
        let pipe = makePipe()
        reactor.register(fileDescriptor: pipe.write, for: .writable) { [unowned self] _ in
            self.turns += 1
        }
        for _ in 0..<100 {
            await Task.yield()
            await turn()
        }
        reactor.unregister(fileDescriptor: pipe.write)
        for descriptor in [pipe.read, pipe.write] { Glibc.close(descriptor) }
        close()
        return turns
    }

    /// Jobs without end, while a socket wants its turn.
    func flooded(by endpoint: Endpoint, in context: Context) async throws -> [String] {
        try pull(from: endpoint, in: context)
        let flood = (0..<600).map { _ in
            Task { while !Task.isCancelled { await Task.yield() } }
        }
        let seen = await calls(3)
        for task in flood { task.cancel() }
        return seen
    }

    private func makePipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        let result = unsafe Glibc.pipe(&ends)
        precondition(result == 0)
        return (ends[0], ends[1])
    }
}

@Suite("Descriptors of a reactor")
struct ReactorPollTests {
    /// Runs `body` with a reactor and a context, which end in the right order.
    private func withReactor(
        _ body: (Watcher, Reactor, Context) async throws -> Void
    ) async throws {
        let context = try Context()
        let reactor = try Reactor()
        let watcher = Watcher(on: reactor)
        try await body(watcher, reactor, context)
        reactor.shutdown()
        await reactor.waitUntilStopped()
        await watcher.close()
        try await context.terminate(within: timeout)
    }

    @Test("A handler that reads one message is called for each", arguments: Transport.allCases)
    func levelTriggered(transport: Transport) async throws {
        try await withReactor { watcher, _, context in
            let push = try Socket(.push, in: context)
            let endpoint = try push.bind(transport.endpoint())
            try await watcher.pull(from: endpoint, in: context)
            for number in 0..<10 { try post(bytes("\(number)"), on: push) }
            #expect(await watcher.calls(10) == (0..<10).map { "\($0)" })
        }
    }

    @Test("Messages that a call on the socket took note of are read")
    func usedElsewhere() async throws {
        try await withReactor { watcher, _, context in
            let calls = try await watcher.usedElsewhere(in: context)
            #expect(calls == (0..<20).flatMap { ["\($0)", "\($0) again"] })
        }
    }

    @Test("A handler that is unregistered in a turn is not called in it")
    func unregisteredInTurn() async throws {
        try await withReactor { watcher, _, _ in
            #expect(await watcher.rivals() == ["writable"])
        }
    }

    @Test("File descriptors: interest changes, and a hang-up is reported")
    func fileDescriptors() async throws {
        try await withReactor { watcher, _, _ in
            let calls = await watcher.pipe()
            #expect(calls == ["quiet", "byte 7", "byte 8", "failed"])
        }
    }

    @Test("Shutdown of the context is reported once for each socket")
    func contextShutdown() async throws {
        try await withReactor { watcher, _, context in
            let calls = try await watcher.failing(in: context)
            #expect(calls == ["failed", "failed"])
        }
    }

    @Test("Sockets that are always ready don't starve jobs and timers, nor each other")
    func busySockets() async throws {
        try await withReactor { watcher, _, context in
            let turns = try await watcher.busy(in: context)
            #expect(turns >= 200)
        }
    }

    @Test("Jobs without end don't starve sockets")
    func busyJobs() async throws {
        try await withReactor { watcher, _, context in
            let push = try Socket(.push, in: context)
            let endpoint = try push.bind(Transport.tcp.endpoint())
            async let seen = watcher.flooded(by: endpoint, in: context)
            for number in 0..<3 { try post(bytes("\(number)"), on: push) }
            let calls = try await seen
            #expect(calls == ["0", "1", "2"])
        }
    }

    /// Sends when there is a peer with room.
    private func post(_ bytes: [UInt8], on push: Socket) throws {
        try push.post([bytes])
    }

    @Test("Sockets left open at the end are closed with their actor")
    func leftOpen() async throws {
        let context = try Context()
        do {
            let reactor = try Reactor()
            let watcher = Watcher(on: reactor)
            let push = try Socket(.push, in: context)
            try await watcher.pull(
                from: try push.bind(Transport.inproc.endpoint()), in: context)
            reactor.shutdown()
            await reactor.waitUntilStopped()
        }
        try await context.terminate(within: timeout)
    }
}
