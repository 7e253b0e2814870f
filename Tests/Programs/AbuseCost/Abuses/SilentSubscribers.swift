import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// Subscribers that read nothing of what their own user's device publishes, which is large.
final class SilentSubscribers: Abuser {
    private let context: Context
    private let scribe: Scribe
    private let subscribers: [Socket]
    private let screen: ScreenID
    private var number: UInt8 = 0

    init(_ cast: Cast, count: Int = 32) throws {
        context = try Context()
        scribe = try Scribe(cast, in: context)
        guard let topic = scribe.welcome?.topic else { throw NeverCame("no topic") }
        subscribers = try (0..<count).map { [context] _ in
            let socket = try Line.socket(
                .sub, in: context, keys: cast.keys, serverKey: cast.serverKey)
            try socket.set(.receiveHighWaterMark, to: 1)
            try socket.set(.receiveBuffer, to: 4_096)
            try socket.subscribe(topic.bytes)
            try socket.connect(cast.feed)
            return socket
        }
        screen = try scribe.push(onto: "tab0", payload: [])
    }

    func act() throws -> Int {
        number &+= 1
        let payload = Value(bytes: Array(repeating: number, count: 12_000))
        let attribute = Attribute(field: ScreenField.payload, value: payload)
        try scribe.submit([.updateScreen(screen, attributes: [attribute])])
        Pause.wait(.milliseconds(3))
        return 1
    }
}
