import Reactor
import NavigationModel
import NavigationWire
import Testing
import ZeroMQ

/// A connection that captures all messages it receives, every frame as it is: on the feed, a
/// subscriber to the topics of others.
actor FeedCapture {
    private let reactor: Reactor
    private let context: Context
    private let socket: Socket
    private let monitor: Monitor
    private(set) var messages: [[[UInt8]]] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Subscribes to all that begins with `prefix`: to everything, if that is empty. Over tcp it needs
    /// keys.
    init(
        of prefix: [UInt8], at endpoint: String, as type: SocketType = .sub,
        keys: CurveKeyPair? = nil, serverKey: CurvePublicKey? = nil
    ) throws {
        reactor = try Reactor()
        context = try Context()
        socket = try Socket(type, in: context)
        monitor = try Monitor(socket)
        try socket.set(.linger, to: .zero)
        if let keys, let serverKey {
            try socket.set(.curvePublicKey, to: keys.publicKey)
            try socket.set(.curveSecretKey, to: keys.secretKey)
            try socket.set(.curveServerKey, to: serverKey)
        }
        if type == .sub { try socket.subscribe(prefix) }
        try socket.connect(try Endpoint(endpoint))
    }

    /// Returns the event that ends the first handshake.
    func handshakeEnd() throws -> MonitorEvent.Kind {
        while try monitor.socket.wait(for: .readable, within: TestDevice.timeout)
            .contains(.readable)
        {
            while let event = try monitor.receive() {
                switch event.kind {
                case .handshakeSucceeded, .handshakeFailedNoDetail, .handshakeFailedProtocol,
                    .handshakeFailedAuthentication:
                    return event.kind
                default: break
                }
            }
        }
        throw NoReply()
    }

    /// Waits until an authorized connection is disconnected, so many times.
    func go(throughCuts count: Int) throws {
        var cuts = 0
        var isIn = false
        while cuts < count {
            let events = try monitor.socket.wait(for: .readable, within: TestDevice.timeout)
            guard events.contains(.readable) else { throw NoReply() }
            while let event = try monitor.receive() {
                switch event.kind {
                case .handshakeSucceeded:
                    isIn = true
                    // A socket that nobody reads does not subscribe anew.
                    try drain()
                case .disconnected where isIn:
                    isIn = false
                    cuts += 1
                default: break
                }
            }
        }
        try drain()
    }

    private func drain() throws {
        while let message = try socket.receiveMultipart() { messages.append(message.frames) }
    }

    deinit {
        reactor.shutdown()
    }

    /// Goes on until a message is what is waited for; returns that message.
    @discardableResult
    func go(on isEnough: @Sendable ([[UInt8]]) -> Bool) throws -> [[UInt8]] {
        while true {
            let events = try socket.wait(for: .readable, within: TestDevice.timeout)
            guard events.contains(.readable) else { throw NoReply() }
            while let message = try socket.receiveMultipart() {
                messages.append(message.frames)
                if isEnough(message.frames) { return message.frames }
            }
        }
    }

    /// All bytes that have come, one message after the other.
    var bytes: [UInt8] { messages.flatMap { $0.flatMap { $0 } } }
}

extension Welcome {
    /// Returns the contents of a feed message as the device with this welcome reads them; `nil` if
    /// it can't.
    func opened(_ message: [[UInt8]]) -> FeedMessage? {
        guard message.count == 2, message[0] == topic.bytes,
            case .feed(let feed)? = try? FeedFrame(
                opening: message[1], topic: topic, key: feedKey)
        else { return nil }
        return feed
    }

    /// Returns a Boolean value indicating whether the device with this welcome can read a message,
    /// and finds the commit of a revision in it.
    func brings(_ revision: Revision, _ message: [[UInt8]]) -> Bool {
        guard case .scene(_, let commits, _)? = opened(message) else { return false }
        return commits.contains { $0.revision == revision }
    }
}
