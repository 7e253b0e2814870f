import Reactor
import NavigationWire
import Testing
import ZeroMQ

import NavigationTransport
@testable import NavigationServer

/// A socket of the daemon behind a handler that does not name who it lets in as the daemon's does.
actor NamelessStage {
    private nonisolated let reactor: Reactor
    private nonisolated let context: Context
    private var handler: ZAPHandler?
    private var guarded: MonitoredSocket?
    private(set) var refusals: [ConnectionRefusal] = []
    private(set) var senders = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    init() throws {
        reactor = try Reactor()
        context = try Context()
    }

    /// Listens, and has the handler call everybody `userID`.
    func listen(at endpoint: Endpoint, calling userID: String) throws {
        handler = try ZAPHandler(in: context, on: reactor) { [unowned self] event in
            assumeIsolated { stage in
                guard case .request(_, let id) = event else { return }
                stage.handler?.reply(to: id, with: .accepted(userID: userID))
            }
        }
        let socket = try MonitoredSocket(
            .control, connectionCounter: ConnectionCounter(ServerLimits()), limits: ServerLimits(),
            context: context,
            reactor: reactor
        ) { [unowned self] why, _, _ in assumeIsolated { $0.refusals.append(why) } }
        try socket.bind(endpoint, adopting: nil, key: nil)
        reactor.register(socket.socket, for: .readable) { [unowned self] _ in
            assumeIsolated { $0.receive() }
        }
        guarded = socket
    }

    private func receive() {
        guard let guarded, let message = try? guarded.socket.receiveRouted() else { return }
        guarded.follow()
        if guarded.sender(of: message.payload) != nil { senders += 1 }
    }

    func close() async {
        guarded?.close()
        handler?.close()
        reactor.shutdown()
        try? await context.terminate(within: .seconds(10))
    }
}

@Suite("Connections without a user id", .timeLimit(.minutes(5)))
struct MissingUserIDTests {
    @Test(
        "A message without a readable user id is dropped, and its connection closed",
        arguments: ["somebody", "uid:1000", "key:00/1", "uid:-1/1", "uid:1000/", "/1"])
    func nameless(_ userID: String) async throws {
        let bench = try TransportBench()
        let stage = try NamelessStage()
        let endpoint = try Endpoint(bench.control)
        try await stage.listen(at: endpoint, calling: userID)
        try await bench.withSockets { context in
            let client = try Socket(.dealer, in: context)
            let monitor = try Monitor(client)
            try client.connect(endpoint)
            #expect(try client.send([1]) == .sent)
            try monitor.waitForDisconnect()
        }
        #expect(await stage.refusals.first == .missingUserID)
        #expect(await stage.senders == 0)
        await stage.close()
        await bench.close()
    }
}
