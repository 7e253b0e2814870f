import NavigationWire
import ZeroMQ

/// Subscribes to one topic after another, and ends each subscription, so that none is too many.
final class SubscriptionFlood: Abuser {
    private let socket: Socket
    private let context: Context
    private var generator = SystemRandomNumberGenerator()

    init(_ cast: Cast) throws {
        context = try Context()
        socket = try Line.socket(
            .sub, in: context, keys: cast.keys, serverKey: cast.serverKey)
        try socket.set(.reconnectInterval, to: .milliseconds(1))
        try socket.connect(cast.feed)
    }

    func act() throws -> Int {
        for _ in 0..<100 {
            let topic = Topic.random(using: &generator).bytes
            try socket.subscribe(topic)
            try socket.unsubscribe(topic)
        }
        // What is answered is taken, and the daemon is given the time to answer.
        _ = try socket.wait(for: .readable, within: .milliseconds(1))
        while try socket.receive() != nil {}
        return 100
    }
}
