import NavigationModel
import NavigationWire
import ZeroMQ

/// Requests for large replies, of which it reads none.
final class UnreadReplies: Abuser {
    private let socket: Socket
    private let context: Context
    private let frame: [UInt8]
    private let hello: [UInt8]

    init(_ cast: Cast) throws {
        context = try Context()
        _ = try Scribe(cast, in: context)
        socket = try Line.socket(
            .dealer, in: context, keys: cast.keys, serverKey: cast.serverKey)
        try socket.set(.receiveHighWaterMark, to: 1)
        try socket.set(.receiveBuffer, to: 4_096)
        try socket.connect(cast.control)
        hello =
            Request(
                id: 1, call: .hello(Hello(user: nil, device: cast.device, name: "device"))
            ).encoded
        frame =
            Request(id: 2, call: .sync(scene: .main, epoch: .none, revision: .zero)).encoded
    }

    func act() throws -> Int {
        // Again and again, as it does not notice when it is connected anew.
        _ = try socket.send(hello)
        var count = 0
        for _ in 0..<100 where try socket.send(frame) == .sent { count += 1 }
        if count == 0 { Pause.wait(.milliseconds(1)) }
        return count
    }
}
