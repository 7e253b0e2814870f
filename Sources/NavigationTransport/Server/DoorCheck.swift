internal import ZeroMQ

/// Knocks at the daemon's own doors: shows that who is not known is not let in.
///
/// That they are shut rests on options of libzmq, which lets everybody in when one is missing; so
/// it is tried each time. Belongs to the reactor's thread.
struct DoorCheck {
    /// The server's public key.
    let key: CurvePublicKey
    /// Where the doors are, and the visitors with them.
    let context: Context
    /// Whose thread it is.
    let reactor: Reactor

    /// What became of it.
    private typealias Verdict = Result<Void, TransportError>

    /// A service and where it listens.
    typealias Door = (service: Service, endpoint: Endpoint)

    /// Whether who listens there listens on loopback, too.
    static func isOnLoopback(_ endpoint: Endpoint) -> Bool {
        guard case .tcp(let host, _) = endpoint.connectable else { return false }
        return host == "::1" || host.hasPrefix("127.")
    }

    /// Sends two visitors to each door: one with a fresh key, one without CURVE at all.
    ///
    /// The first has to hear that its key is not let in, the second that it speaks another way: a
    /// connection that just breaks says nothing of the door, and is made again until `deadline`.
    ///
    /// - Throws: ``TransportError`` as soon as one is let in, and if one has no answer in time.
    nonisolated(nonsending) func run(
        _ doors: [Door], within deadline: Duration
    ) async throws(TransportError) {
        guard !doors.isEmpty else { return }
        var visitors: [Visitor] = []
        defer { for visitor in visitors { visitor.leave() } }
        do {
            for door in doors {
                visitors.append(try Visitor(at: door, serverKey: key, in: context))
                visitors.append(try Visitor(at: door, serverKey: nil, in: context))
            }
        } catch {
            throw TransportError("can't try the own doors: \(error)")
        }
        try await verdict(on: visitors, within: deadline).get()
    }

    private nonisolated(nonsending) func verdict(
        on visitors: [Visitor], within deadline: Duration
    ) async -> Verdict {
        await withCheckedContinuation { (continuation: CheckedContinuation<Verdict, Never>) in
            var waiting = visitors.count
            var isOver = false
            func finish(_ verdict: Verdict) {
                guard !isOver else { return }
                isOver = true
                continuation.resume(returning: verdict)
            }
            let timer = reactor.schedule(after: deadline) {
                finish(.failure(TransportError("the own doors don't answer in \(deadline)")))
            }
            for visitor in visitors {
                visitor.knock(on: reactor) { isLetIn in
                    waiting -= 1
                    if isLetIn {
                        finish(
                            .failure(TransportError("\(visitor.door) lets in who is not known")))
                    } else if waiting == 0 {
                        finish(.success(()))
                    }
                    if isOver { reactor.cancel(timer) }
                }
            }
        }
    }

    /// One who is not known, before one door.
    private final class Visitor {
        /// The door.
        let door: Endpoint
        private let socket: Socket
        private let monitor: Monitor

        /// One with a fresh key for the server with this key, or one who speaks no CURVE.
        init(
            at door: Door, serverKey: CurvePublicKey?, in context: Context
        ) throws(ZeroMQError) {
            self.door = door.endpoint.connectable
            // Another type would be turned away for its type, whatever its key.
            socket = try Socket(door.service == .control ? .dealer : .sub, in: context)
            monitor = try Monitor(socket)
            try socket.set(.linger, to: .zero)
            if case .tcp(let host, _) = self.door {
                try socket.set(.ipv6, to: host.contains(":"))
            }
            guard let serverKey else { return }
            let fresh = try CurveKeyPair.generate()
            try socket.set(.curvePublicKey, to: fresh.publicKey)
            try socket.set(.curveSecretKey, to: fresh.secretKey)
            try socket.set(.curveServerKey, to: serverKey)
        }

        /// Connects, and tells once whether it was let in.
        func knock(on reactor: Reactor, tell: @escaping (_ isLetIn: Bool) -> Void) {
            reactor.register(monitor.socket, for: .readable) { [unowned self] _ in
                while !socket.isClosed, let event = try? monitor.receive() {
                    switch event.kind {
                    case .handshakeSucceeded:
                        leave()
                        tell(true)
                    case .handshakeFailedProtocol(.mechanismMismatch),
                        .handshakeFailedAuthentication:
                        leave()
                        tell(false)
                    default:
                        break
                    }
                }
            }
            // A door that can't be connected to does not answer in time.
            try? socket.connect(door)
        }

        /// Idempotent.
        func leave() {
            monitor.close()
            socket.close()
        }
    }
}

extension Endpoint {
    /// Where to connect to what is bound here: all interfaces have the machine's own among them.
    fileprivate var connectable: Endpoint {
        guard case .tcp(let host, let port) = self else { return self }
        return switch host {
        case "0.0.0.0", "*": .tcp(host: "127.0.0.1", port: port)
        case "::": .tcp(host: "::1", port: port)
        default: self
        }
    }
}
