import Reactor
import Foundation
import NavigationWire
import Testing
import ZeroMQ

import NavigationTransport
@testable import NavigationServer

@Suite("Limits on one turn of the loop", .timeLimit(.minutes(5)))
struct LoopTurnTests {
    private static let peers = 8
    private static let ofEach = 30

    @Test("So many messages, and then it is others' turn")
    func count() async throws {
        var limits = ServerLimits()
        (limits.messagesPerTurn, limits.turn) = (10, .seconds(50))
        #expect(try await turns(limits) { _ in }.allSatisfy { $0 <= 10 })
    }

    @Test("So much time, and then it is others' turn, however few there were")
    func time() async throws {
        var limits = ServerLimits()
        (limits.messagesPerTurn, limits.turn) = (10_000, .microseconds(100))
        let turns = try await turns(limits) { end in
            while ContinuousClock.now < end {}
        }
        #expect(turns.allSatisfy { $0 == 1 })
    }

    @Test("A turn ends after 128 messages, and after a millisecond")
    func metrics() {
        #expect(ServerLimits().messagesPerTurn == 128)
        #expect(ServerLimits().turn == .milliseconds(1))
    }

    /// Returns the number of messages that each turn took, of those that had come before the first;
    /// the work of each lasts until the instant passed to `work`, which is further away than a turn
    /// may take.
    private func turns(
        _ limits: ServerLimits, work: @escaping @Sendable (ContinuousClock.Instant) -> Void
    ) async throws -> [Int] {
        let stage = try TurnStage(limits, work: work)
        try await stage.fill(Self.peers, Self.ofEach)
        let turns = try await stage.turns(of: Self.peers * Self.ofEach)
        #expect(turns.reduce(0, +) == Self.peers * Self.ofEach)
        await stage.close()
        return turns
    }
}

/// A server that reads nothing until many messages wait for it, and then counts turns.
private actor TurnStage {
    private nonisolated let reactor: Reactor
    private nonisolated let context: Context
    private let directory: String
    private let limits: ServerLimits
    private let work: @Sendable (ContinuousClock.Instant) -> Void
    private var server: ServerTransport?
    private var clients: [Socket] = []
    /// The number of messages that each turn took.
    private var taken: [Int] = [0]
    private var wanted = Int.max
    private var finish: CheckedContinuation<Void, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    init(
        _ limits: ServerLimits, work: @escaping @Sendable (ContinuousClock.Instant) -> Void
    ) throws {
        self.work = work
        self.limits = limits
        directory = NSTemporaryDirectory() + "navsync-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        reactor = try Reactor()
        context = try Context()
    }

    /// Has so many clients send so many messages each, and waits until all of them have left.
    func fill(_ peers: Int, _ ofEach: Int) async throws {
        let control = "ipc://\(directory)/control.sock"
        let feed = "ipc://\(directory)/feed.sock"
        server = try ServerTransport(
            listeners: [.init(control: control, feed: feed)], keys: nil, limits: limits,
            context: context, reactor: reactor
        ) { [unowned self] event in
            assumeIsolated { $0.take(event) }
        }
        for _ in 0..<peers {
            let client = try Socket(.dealer, in: context)
            // What waits to be sent waits at the daemon: there is no room elsewhere.
            try client.set(.sendHighWaterMark, to: 1)
            try client.connect(Endpoint(control))
            clients.append(client)
            for _ in 0..<ofEach { try await send([1], by: client) }
        }
    }

    private func send(_ bytes: [UInt8], by client: Socket) async throws {
        while try client.send(bytes) != .sent { await Task.yield() }
    }

    /// Lets the server read, until it has read so many.
    func turns(of count: Int) async throws -> [Int] {
        wanted = count
        server?.open()
        goRound()
        await withCheckedContinuation { finish = $0 }
        return taken.filter { $0 > 0 }
    }

    /// A timer that is always due fires once a turn.
    private func goRound() {
        guard server != nil else { return }
        reactor.schedule(after: .zero) { [unowned self] in
            assumeIsolated { stage in
                stage.taken.append(0)
                stage.goRound()
            }
        }
    }

    private func take(_ event: ServerTransport.Event) {
        guard case .requests = event else { return }
        server?.receiveRequests { _ in
            taken[taken.count - 1] += 1
            work(.now + .microseconds(200))
            wanted -= 1
            if wanted == 0 { finish?.resume() }
        }
    }

    func close() async {
        for client in clients { client.close() }
        server?.close()
        server = nil
        reactor.shutdown()
        try? await context.terminate(within: .seconds(10))
        try? FileManager.default.removeItem(atPath: directory)
    }
}
