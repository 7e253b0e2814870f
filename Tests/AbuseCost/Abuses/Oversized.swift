import NavigationWire
import ZeroMQ

/// Frames that are longer than any may be, each by a connection of its own, as the one before is cut.
final class Oversized: Abuser {
    private let socket: Socket
    private let monitor: Monitor
    private let context: Context
    private let frame = [UInt8](repeating: 1, count: 2 * WireLimits.controlFrame)

    init(_ cast: Cast) throws {
        context = try Context()
        socket = try Line.socket(
            .dealer, in: context, keys: cast.keys, serverKey: cast.serverKey)
        try socket.set(.immediate, to: true)
        try socket.set(.reconnectInterval, to: .milliseconds(1))
        monitor = try Monitor(socket)
        try socket.connect(cast.control)
    }

    func act() throws -> Int {
        _ = try monitor.socket.wait(for: .readable, within: .milliseconds(10))
        var count = 0
        while let event = try monitor.receive() {
            guard case .handshakeSucceeded = event.kind else { continue }
            count += 1
        }
        // More than one: each connection loses what it had not sent.
        for _ in 0..<2 where try socket.send(frame) != .sent { break }
        return count
    }
}
