import Reactor
import Foundation
import NavigationClient
import NavigationServer
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

/// A server and clients on one reactor, and the events of each.
actor TransportBench {
    nonisolated let directory: String
    private let reactor: Reactor
    private nonisolated let context: Context
    private var server: ServerTransport?
    private var clients: [String: DaemonConnection] = [:]
    /// The first messages of clients, which they send as soon as they are connected.
    private var greetings: [String: [UInt8]] = [:]
    private var reported: [Event] = []
    private var waiting:
        (matches: (Event) -> Bool, continuation: CheckedContinuation<Event, Never>)?

    /// The clients that are admitted over tcp, by the key and what they want; one that is missing
    /// waits for ever.
    private var guests: [Guest: ServerTransport.AuthorizationDecision] = [:]
    /// The fate of all others; one that is missing waits for ever.
    private var others: [Channel: ServerTransport.AuthorizationDecision] = [
        .control: .refused, .feed: .refused,
    ]

    private struct Guest: Hashable {
        let key: PublicKey
        let service: Channel
    }

    /// An event of either side.
    enum Event: Equatable {
        case request([UInt8], from: ConnectionID, by: Principal)
        case left(ConnectionID, by: Principal)
        case subscription([UInt8], by: Principal)
        case unsubscription([UInt8])
        case refusal(ConnectionRefusal, Channel?)
        case failed
        /// The awaited event did not come in time.
        case nothing
        case client(String, ClientEvent)

        var isRequest: Bool { if case .request = self { true } else { false } }
        var isPublication: Bool { if case .client(_, .publication) = self { true } else { false } }
    }

    /// An event of a client.
    enum ClientEvent: Equatable {
        case connected
        case disconnected
        case unreachable
        case refused(HandshakeFailure, Channel)
        case reply([UInt8])
        case publication([UInt8])
    }

    /// - Parameter ioThreads: The number of libzmq's threads: two as in the daemon, of which one's
    ///     events may overtake the other's.
    init(ioThreads: Int = 2) throws {
        directory = NSTemporaryDirectory() + "navsync-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        reactor = try Reactor()
        var sizes = Context.Configuration()
        sizes.ioThreads = ioThreads
        context = try Context(sizes)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    nonisolated var control: String { "ipc://\(directory)/control.sock" }
    nonisolated var feed: String { "ipc://\(directory)/feed.sock" }

    /// Starts a server on ipc, and on tcp if it gets keys.
    func startServer(
        keys: CurveKeyPair? = nil, limits: ServerLimits = ServerLimits(), opens: Bool = true
    ) throws {
        var listeners = [ServerTransport.Listener(control: control, feed: feed)]
        if keys != nil {
            listeners.append(.init(control: "tcp://127.0.0.1:*", feed: "tcp://127.0.0.1:*"))
        }
        server = try ServerTransport(
            listeners: listeners, keys: keys, limits: limits, context: context, reactor: reactor
        ) { [weak self] event in
            self?.assumeIsolated { $0.take(event) }
        }
        if opens { server?.open() }
    }

    /// Lets the owner of a key connect as `principal`, or not any more.
    func admit(_ keys: CurveKeyPair, to services: [Channel], as principal: Principal?) {
        guard let key = PublicKey(bytes: keys.publicKey.bytes) else { return }
        for service in services {
            let guest = Guest(key: key, service: service)
            guests[guest] = principal.map { .admitted($0) }
        }
    }

    func answerOthers(
        _ decision: ServerTransport.AuthorizationDecision?,
        on services: [Channel] = Channel.allCases
    ) {
        for service in services { others[service] = decision }
    }
    func runSelfTest(within deadline: Duration) async throws {
        try await server?.runSelfTest(within: deadline)
    }
    func openServer() { server?.open() }
    func stopServer() {
        server?.close()
        server = nil
    }
    var feedDrops: UInt64 { server?.feedDrops ?? 0 }
    var connectionCount: Int { server?.connectionCount ?? 0 }
    /// Control's and the feed's.
    var remoteEndpoints: [Endpoint] { server?.remoteEndpoints ?? [] }

    /// Starts a client over ipc, or over tcp if it gets credentials. A greeting is sent at once, so
    /// that the connection is never idle, however late the test goes on.
    ///
    /// - Parameter former: The endpoints that it tries first.
    func startClient(
        _ name: String = "phone", credentials: ClientCredentials? = nil, greeting: [UInt8]? = nil,
        after former: [String] = []
    ) throws {
        greetings[name] = greeting
        let endpoint = credentials == nil ? control : remoteEndpoints[0].description
        let candidates = try (former + [endpoint]).map { endpoint in
            EndpointCandidate(try ControlEndpoint(endpoint), .option, credentials)
        }
        let client = DaemonConnection(candidates, context: context, reactor: reactor)
        clients[name] = client
        let handler: @Sendable (DaemonConnection.Event) -> Void = { [weak self] event in
            let reported: ClientEvent =
                switch event {
                case .connected: .connected
                case .disconnected: .disconnected
                case .unavailable(.unreachable, _): .unreachable
                case .unavailable(.refused(let why), _): .refused(why, .control)
                case .feedRefused(let why): .refused(why, .feed)
                case .control(let bytes): .reply(bytes)
                case .feed(let bytes): .publication(bytes)
                }
            self?.assumeIsolated { $0.note(.client(name, reported)) }
        }
        try client.assumeIsolated { try $0.start(handler: handler) }
    }

    /// Starts a client over ipc, and holds the server up until libzmq's only thread has done all that
    /// it can without it: a handshake takes a few turns of that thread, each of these messages one.
    func startClientHoldingServerUp(_ name: String) throws {
        try startClient(name)
        let (reader, writer) = (try Socket(.router, in: context), try Socket(.dealer, in: context))
        defer {
            reader.close()
            writer.close()
        }
        try writer.connect(try reader.bind(Endpoint("ipc://\(directory)/turns.sock")))
        for _ in 0..<100 {
            #expect(try writer.send([0]) == .sent)
            #expect(try !reader.wait(for: .readable, within: .seconds(50)).isEmpty)
            #expect(try reader.receiveMultipart() != nil)
        }
    }

    func stopClient(_ name: String) {
        clients.removeValue(forKey: name)?.assumeIsolated { $0.close() }
    }

    func send(_ bytes: [UInt8], from name: String = "phone") -> Bool {
        clients[name]?.assumeIsolated { $0.send(bytes) } ?? false
    }
    func reply(_ bytes: [UInt8], to peer: ConnectionID) -> ServerTransport.Delivery? {
        server?.send(bytes, to: peer)
    }
    func publish(_ bytes: [UInt8], on topic: Topic) { server?.publish(bytes, on: topic.bytes) }
    func follow(_ topic: Topic, from name: String = "phone") throws {
        let port: UInt16? =
            if case .tcp(_, let port) = remoteEndpoints.last { port } else { nil }
        let address = FeedAddress(socket: "feed.sock", port: port)
        try clients[name]?.assumeIsolated { try $0.follow(address, topic: topic) }
    }
    func disconnectAll(_ principal: Principal) -> Int { server?.disconnectAll(principal) ?? 0 }
    func disconnect(_ peer: ConnectionID) -> Bool {
        server?.disconnect(peer, because: .rateLimitIgnored) ?? false
    }

    /// Runs `body` with the context, on a thread that it may block.
    nonisolated func withSockets<Result: Sendable>(
        _ body: @escaping @Sendable (Context) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { [context] in
                continuation.resume(with: Swift.Result { try body(context) })
            }
            thread.start()
        }
    }

    /// The next event that is as wanted; the others stay.
    @discardableResult
    func next(
        sourceLocation: SourceLocation = #_sourceLocation, _ matches: @escaping (Event) -> Bool
    ) async -> Event {
        if let index = reported.firstIndex(where: matches) { return reported.remove(at: index) }
        let deadline = reactor.schedule(after: .seconds(50)) { [weak self] in
            self?.assumeIsolated { $0.giveUp() }
        }
        defer { reactor.cancel(deadline) }
        let event = await withCheckedContinuation { waiting = (matches, $0) }
        if event == .nothing {
            Issue.record(
                "what is waited for does not come; not asked for were \(reported)",
                sourceLocation: sourceLocation)
        }
        return event
    }

    private func giveUp() {
        guard let waiting else { return }
        self.waiting = nil
        waiting.continuation.resume(returning: .nothing)
    }

    /// The next event of a client that is `wanted`.
    func next(
        _ wanted: ClientEvent, of name: String = "phone",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await next(sourceLocation: sourceLocation) { $0 == .client(name, wanted) }
    }

    /// Returns a Boolean value indicating whether an event was reported that no test has taken.
    func hasUnread(_ matches: (Event) -> Bool) -> Bool { reported.contains(where: matches) }

    /// Closes all, in the order that libzmq wants.
    func close() async {
        for client in clients.values { await client.close() }
        server?.close()
        reactor.shutdown()
        try? await context.terminate(within: .seconds(10))
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func take(_ event: ServerTransport.Event) {
        switch event {
        case .requests:
            server?.receiveRequests { frame in
                note(.request(frame.bytes, from: frame.connection, by: frame.principal))
            }
        case .left(let peer, let principal): note(.left(peer, by: principal))
        case .subscription(let topic, let principal): note(.subscription(topic, by: principal))
        case .unsubscription(let topic): note(.unsubscription(topic))
        case .refused(let why, let service, _): note(.refusal(why, service))
        case .failed: note(.failed)
        case .authorize(let handshake):
            // A turn later, as a registry answers.
            Task {
                let guest = Guest(key: handshake.key, service: handshake.service)
                guard let decision = guests[guest] ?? others[handshake.service] else { return }
                server?.reply(to: handshake, with: decision)
            }
        }
    }

    private func note(_ event: Event) {
        if case .client(let name, .connected) = event, let greeting = greetings[name] {
            _ = send(greeting, from: name)
        }
        guard let waiting, waiting.matches(event) else { return reported.append(event) }
        self.waiting = nil
        waiting.continuation.resume(returning: event)
    }
}
