import NavigationModel
import NavigationWire
import ZeroMQ

/// Says hello by one connection after another.
final class Reconnects: Abuser {
    private let cast: Cast
    private let context: Context

    private static let atOnce = 16

    init(_ cast: Cast) throws {
        self.cast = cast
        context = try Context()
    }

    func act() throws -> Int {
        let lines = try (0..<Self.atOnce).map { _ in
            try Line(cast.control, in: context, keys: cast.keys, serverKey: cast.serverKey)
        }
        for line in lines {
            try line.send(
                Request(
                    id: 1, call: .hello(Hello(user: nil, device: cast.device, name: "device"))))
        }
        var count = 0
        for line in lines where try line.reply(within: .seconds(1)) != nil { count += 1 }
        return count
    }
}
