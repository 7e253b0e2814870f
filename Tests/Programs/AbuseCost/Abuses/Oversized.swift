import NavigationWire
import ZeroMQ

/// Frames that are longer than any may be, each by a connection of its own, as the one before is cut.
final class Oversized: Abuser {
    private let cast: Cast
    private let context: Context
    private var socket: Socket
    private var monitor: Monitor
    private let frame = [UInt8](repeating: 1, count: 2 * WireLimits.controlFrame)

    init(_ cast: Cast) throws {
        self.cast = cast
        context = try Context()
        (socket, monitor) = try Self.dial(cast, in: context)
    }

    private static func dial(_ cast: Cast, in context: Context) throws -> (Socket, Monitor) {
        let socket = try Line.socket(
            .dealer, in: context, keys: cast.keys, serverKey: cast.serverKey)
        try socket.set(.immediate, to: true)
        try socket.set(.reconnectInterval, to: .milliseconds(1))
        let monitor = try Monitor(socket)
        try socket.connect(cast.control)
        return (socket, monitor)
    }

    func act() throws -> Int {
        _ = try monitor.socket.wait(for: .readable, within: .milliseconds(10))
        var count = 0
        while let event = try monitor.receive() {
            switch event.kind {
            case .handshakeSucceeded:
                count += 1
            case .handshakeFailedAuthentication:
                // Too many connections of one key within ten seconds: libzmq gives up, this does not.
                count += 1
                (socket, monitor) = try Self.dial(cast, in: context)
            default:
                break
            }
        }
        // More than one: each connection loses what it had not sent.
        for _ in 0..<2 where try socket.send(frame) != .sent { break }
        return count
    }
}
