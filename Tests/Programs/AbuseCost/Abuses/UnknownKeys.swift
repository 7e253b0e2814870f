import ZeroMQ

/// Knocks with keys that nobody has, one after another.
final class UnknownKeys: Abuser {
    private let cast: Cast
    private let context: Context

    private static let atOnce = 16

    init(_ cast: Cast) throws {
        self.cast = cast
        context = try Context()
    }

    func act() throws -> Int {
        let visitors = try (0..<Self.atOnce).map { _ in
            let keys = try CurveKeyPair.generate()
            let socket = try Line.socket(
                .dealer, in: context, keys: keys, serverKey: cast.serverKey)
            let monitor = try Monitor(socket)
            try socket.connect(cast.control)
            return (socket: socket, monitor: monitor)
        }
        var count = 0
        for visitor in visitors {
            if try isRefused(visitor.monitor) { count += 1 }
            visitor.monitor.close()
            visitor.socket.close()
        }
        return count
    }

    private func isRefused(_ monitor: Monitor) throws -> Bool {
        let end = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < end {
            _ = try monitor.socket.wait(for: .readable, within: .milliseconds(100))
            while let event = try monitor.receive() {
                switch event.kind {
                case .handshakeFailedAuthentication: return true
                case .disconnected, .handshakeFailedNoDetail: return false
                default: break
                }
            }
        }
        return false
    }
}
