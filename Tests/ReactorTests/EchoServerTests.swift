import Reactor
import Glibc
import Synchronization
import SocketHarness
import Testing
import ZeroMQ

/// Answers each request with its own bytes: what a daemon's control socket does.
private actor EchoServer {
    private let reactor: Reactor
    private let router: Socket
    private(set) var thread: pthread_t?

    init(on reactor: Reactor, in context: Context) throws {
        self.reactor = reactor
        router = try Socket(.router, in: context)
        try router.set(.routerMandatory, to: true)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    func start(at endpoint: Endpoint) throws -> Endpoint {
        thread = pthread_self()
        reactor.register(router, for: .readable) { _ in self.answer() }
        return try router.bind(endpoint)
    }

    private func answer() {
        // A bounded share of a turn: what is left makes the loop call again.
        for _ in 0..<64 {
            do throws(ZeroMQError) {
                guard let request = try router.receiveRouted() else { return }
                let sender = request.sender
                #expect(try router.send(request.takePayload(), to: sender) == .sent)
            } catch {
                Issue.record(error)
            }
        }
    }

    func stop() {
        router.close()
    }
}

/// Sends numbered requests, a few at a time, and checks each answer.
private actor EchoClient {
    private let reactor: Reactor
    private let dealer: Socket
    private let total: Int
    private var sent = 0
    private var received = 0
    private var done: CheckedContinuation<Int, Never>?
    private(set) var thread: pthread_t?

    init(on reactor: Reactor, in context: Context, total: Int) throws {
        self.reactor = reactor
        self.total = total
        dealer = try Socket(.dealer, in: context)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    func connect(to endpoint: Endpoint) throws {
        thread = pthread_self()
        try dealer.connect(endpoint)
    }

    func run() async -> Int {
        await withCheckedContinuation { continuation in
            done = continuation
            reactor.register(dealer, for: [.readable, .writable]) { _ in self.step() }
        }
    }

    private func step() {
        do throws(ZeroMQError) {
            while sent < total, sent - received < 32,
                try dealer.send(bytes("request \(sent)")) == .sent
            { sent += 1 }
            while let answer = try dealer.receive() {
                #expect(answer.copyBytes() == bytes("request \(received)"))
                received += 1
            }
        } catch {
            Issue.record(error)
        }
        let canSend = sent < total && sent - received < 32
        reactor.update(dealer, for: canSend ? [.readable, .writable] : .readable)
        guard received == total else { return }
        dealer.close()
        done?.resume(returning: received)
        done = nil
    }
}

@Suite("An echo server on a reactor")
struct EchoServerTests {
    /// Runs `clients` clients against a server; `during` runs beside them and gets their threads.
    private func echo(
        by transport: Transport, clients: Int, requests: Int,
        during: (@Sendable ([pthread_t]) async -> Void)? = nil
    ) async throws {
        let context = try Context()
        let serverReactor = try Reactor(name: "echo-server")
        let clientReactor = try Reactor(name: "echo-clients")
        let server = try EchoServer(on: serverReactor, in: context)
        let endpoint = try await server.start(at: transport.endpoint())
        var actors: [EchoClient] = []
        for _ in 0..<clients {
            let client = try EchoClient(on: clientReactor, in: context, total: requests)
            try await client.connect(to: endpoint)
            actors.append(client)
        }
        let threads = await [server.thread, actors[0].thread].compactMap { $0 }
        let beside = Task { await during?(threads) }
        let received = await withTaskGroup(of: Int.self) { group in
            for client in actors { group.addTask { await client.run() } }
            return await group.reduce(0, +)
        }
        beside.cancel()
        await beside.value
        #expect(received == clients * requests)
        await server.stop()
        for reactor in [serverReactor, clientReactor] {
            reactor.shutdown()
            await reactor.waitUntilStopped()
        }
        try await context.terminate(within: timeout)
    }

    @Test("Several clients get all their answers, in order", arguments: Transport.allCases)
    func clients(transport: Transport) async throws {
        try await echo(by: transport, clients: 5, requests: 400)
    }

    @Test("A storm of signals loses nothing", arguments: Transport.allCases)
    func signals(transport: Transport) async throws {
        // Without SA_RESTART: every system call that waits is interrupted.
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in }
        try #require(unsafe sigaction(SIGUSR2, &action, nil) == 0)
        try await echo(by: transport, clients: 2, requests: 1000) { threads in
            while !Task.isCancelled {
                for thread in threads { pthread_kill(thread, SIGUSR2) }
                await Task.yield()
            }
        }
    }
}
