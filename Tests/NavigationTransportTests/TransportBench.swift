import Foundation
import NavigationTransport
import NavigationWire
import ZeroMQ

/// A server and a client transport on one reactor, and what each of them has told.
actor TransportBench {
    nonisolated let directory: String
    private let reactor: Reactor
    private let context: Context
    private var server: ServerTransport?
    private var client: ClientTransport?
    private var told: [Told] = []
    private var waiting: (matches: (Told) -> Bool, continuation: CheckedContinuation<Told, Never>)?

    /// An event of either side.
    enum Told: Equatable {
        case request([UInt8], from: [UInt8])
        case subscription([UInt8])
        case connected
        case disconnected
        case unreachable
        case reply([UInt8])
        case publication([UInt8])
        case failed
    }

    init() throws {
        directory = NSTemporaryDirectory() + "navsync-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        reactor = try Reactor()
        context = try Context()
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    func startServer() throws {
        server = try ServerTransport(
            listeners: [
                ServerTransport.Listener(
                    control: "ipc://\(directory)/control.sock", feed: "ipc://\(directory)/feed.sock"
                )
            ], context: context, reactor: reactor
        ) { [weak self] event in
            switch event {
            case .control(let bytes, let peer): self?.hear(.request(bytes, from: peer))
            case .subscription(let topic): self?.hear(.subscription(topic))
            case .failed: self?.hear(.failed)
            }
        }
    }

    func stopServer() {
        server?.close()
        server = nil
    }

    func startClient() throws {
        client = try ClientTransport(
            endpoint: ControlEndpoint("ipc://\(directory)/control.sock"), context: context,
            reactor: reactor
        ) { [weak self] event in
            switch event {
            case .connected: self?.hear(.connected)
            case .disconnected: self?.hear(.disconnected)
            case .unreachable: self?.hear(.unreachable)
            case .control(let bytes): self?.hear(.reply(bytes))
            case .feed(let bytes): self?.hear(.publication(bytes))
            }
        }
    }

    func send(_ bytes: [UInt8]) -> Bool { client?.send(bytes) ?? false }
    func reply(_ bytes: [UInt8], to peer: [UInt8]) -> ServerTransport.Delivery? {
        server?.send(bytes, to: peer)
    }
    func publish(_ bytes: [UInt8], on topic: Topic) { server?.publish(bytes, on: topic.bytes) }
    func follow(_ topic: Topic) throws {
        try client?.follow(FeedAddress(socket: "feed.sock", port: nil), topic: topic)
    }

    /// The next event that is as wanted; the others before it are passed over.
    func next(_ matches: @escaping (Told) -> Bool) async -> Told {
        while !told.isEmpty {
            let first = told.removeFirst()
            if matches(first) { return first }
        }
        return await withCheckedContinuation { waiting = (matches, $0) }
    }

    /// Closes all, in the order that libzmq wants.
    func close() async {
        client?.close()
        server?.close()
        reactor.shutdown()
        try? FileManager.default.removeItem(atPath: directory)
    }

    private nonisolated func hear(_ event: Told) {
        assumeIsolated { $0.note(event) }
    }

    private func note(_ event: Told) {
        guard let waiting else { return told.append(event) }
        guard waiting.matches(event) else { return }
        self.waiting = nil
        waiting.continuation.resume(returning: event)
    }
}
