import NavigationModel
import NavigationWire
import Testing
import ZeroMQ

/// What somebody gets who subscribes to what is not theirs: every frame, as it is.
actor FeedCapture {
    private let reactor: Reactor
    private let context: Context
    private let socket: Socket
    private(set) var messages: [[[UInt8]]] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Subscribes to all that begins with `prefix`: to everything, if that is empty.
    init(of prefix: [UInt8], at endpoint: String) throws {
        reactor = try Reactor()
        context = try Context()
        socket = try Socket(.sub, in: context)
        try socket.set(.linger, to: .zero)
        try socket.subscribe(prefix)
        try socket.connect(try Endpoint(endpoint))
    }

    deinit {
        reactor.shutdown()
    }

    /// Goes on until a message is what is waited for; returns that message.
    @discardableResult
    func go(on isEnough: @Sendable ([[UInt8]]) -> Bool) throws -> [[UInt8]] {
        while true {
            let events = try socket.wait(for: .readable, within: TestDevice.patience)
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
    /// What is in a message of the feed, for who has been given this.
    func opened(_ message: [[UInt8]]) -> Feed? {
        guard message.count == 2, message[0] == topic.bytes,
            case .feed(let feed)? = try? Publication(
                opening: message[1], topic: topic, key: feedKey)
        else { return nil }
        return feed
    }

    /// Whether a message is for who has been given this, and brings the commit of a revision.
    func brings(_ revision: Revision, _ message: [[UInt8]]) -> Bool {
        guard case .scene(_, let commits)? = opened(message) else { return false }
        return commits.contains { $0.revision == revision }
    }
}
