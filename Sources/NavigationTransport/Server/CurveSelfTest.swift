internal import ZeroMQ

/// Knocks at the daemon's own doors: shows that who is not known is not let in.
///
/// That they are shut rests on options of libzmq, which lets everybody in when one is missing; so
/// it is tried each time. Belongs to the reactor's thread.
final class CurveSelfTest {
    private let key: CurvePublicKey
    private let context: Context
    private let reactor: Reactor
    /// Those who have no answer yet.
    private var probes: [Probe] = []
    /// Connections that a service has broken off because they spoke no CURVE.
    private var brokenOff: [Channel: Int] = [:]
    private var timer: TimerID?
    private var finish: CheckedContinuation<Verdict, Never>?

    /// What became of it.
    private typealias Verdict = Result<Void, TransportError>

    /// A service and where it listens.
    typealias Target = (service: Channel, endpoint: Endpoint)

    /// Whether who listens there listens on loopback, too.
    static func isOnLoopback(_ endpoint: Endpoint) -> Bool {
        guard case .tcp(let host, _) = endpoint.connectable else { return false }
        return host == "::1" || host.hasPrefix("127.")
    }

    /// Nobody has knocked yet at the doors in `context`, of the server with this public key.
    init(key: CurvePublicKey, context: Context, reactor: Reactor) {
        self.key = key
        self.context = context
        self.reactor = reactor
    }

    /// Sends two visitors to each door: one with a fresh key, one without CURVE at all.
    ///
    /// The first has to hear that its key is not let in. Of the second both sides see that the other
    /// speaks another way, and who is first breaks off: so either it sees that, or its connection
    /// breaks and the service has told ``breakOff(on:)``. A connection that just breaks says nothing of
    /// the door, and is made again until `deadline`.
    ///
    /// - Throws: ``TransportError`` as soon as one is let in, and if one has no answer in time.
    nonisolated(nonsending) func run(
        _ targets: [Target], within deadline: Duration
    ) async throws(TransportError) {
        guard !targets.isEmpty else { return }
        do {
            for target in targets {
                probes.append(try Probe(at: target, serverKey: key, in: context))
                probes.append(try Probe(at: target, serverKey: nil, in: context))
            }
        } catch {
            for probe in probes { probe.leave() }
            throw TransportError("can't try the own doors: \(error)")
        }
        let verdict = await withCheckedContinuation { continuation in
            finish = continuation
            timer = reactor.schedule(after: deadline) { [unowned self] in
                end(.failure(TransportError("the own doors don't answer in \(deadline)")))
            }
            for probe in probes {
                probe.knock(on: reactor) { [unowned self] in take($0, from: probe) }
            }
        }
        try verdict.get()
    }

    /// A service has broken off a connection because it spoke no CURVE.
    func breakOff(on service: Channel) {
        brokenOff[service, default: 0] += 1
        account(for: service)
    }

    private func take(_ answer: Probe.ProbeResult, from probe: Probe) {
        switch answer {
        case .letIn:
            end(.failure(TransportError("\(probe.target) lets in who is not known")))
        case .turnedAway:
            dismiss(probe)
        case .broken:
            account(for: probe.service)
        }
    }

    /// Dismisses visitors whose connection broke as the service tells that it has broken some off.
    private func account(for service: Channel) {
        while let count = brokenOff[service], count > 0,
            let probe = probes.first(where: { $0.service == service && $0.isBroken })
        {
            brokenOff[service] = count - 1
            dismiss(probe)
        }
    }

    private func dismiss(_ probe: Probe) {
        probe.leave()
        probes.removeAll { $0 === probe }
        if probes.isEmpty { end(.success(())) }
    }

    private func end(_ verdict: Verdict) {
        if let timer { reactor.cancel(timer) }
        for probe in probes { probe.leave() }
        probes = []
        finish?.resume(returning: verdict)
        finish = nil
    }

    /// One who is not known, before one door.
    private final class Probe {
        /// The door.
        let target: Endpoint
        /// What is behind it.
        let service: Channel
        /// Whether its connection broke, and it speaks no CURVE.
        private(set) var isBroken = false
        private let speaksCurve: Bool
        private let socket: Socket
        private let monitor: Monitor

        /// One with a fresh key for the server with this key, or one who speaks no CURVE.
        init(
            at target: Target, serverKey: CurvePublicKey?, in context: Context
        ) throws(ZeroMQError) {
            self.target = target.endpoint.connectable
            service = target.service
            speaksCurve = serverKey != nil
            // Another type would be turned away for its type, whatever its key.
            socket = try Socket(target.service == .control ? .dealer : .sub, in: context)
            monitor = try Monitor(socket)
            try socket.set(.linger, to: .zero)
            if case .tcp(let host, _) = self.target {
                try socket.set(.ipv6, to: host.contains(":"))
            }
            guard let serverKey else { return }
            let fresh = try CurveKeyPair.generate()
            try socket.set(.curvePublicKey, to: fresh.publicKey)
            try socket.set(.curveSecretKey, to: fresh.secretKey)
            try socket.set(.curveServerKey, to: serverKey)
        }

        /// What it hears.
        enum ProbeResult {
            case letIn
            case turnedAway
            /// Its connection broke; it makes another.
            case broken
        }

        /// Connects, and tells what it hears until it leaves.
        func knock(on reactor: Reactor, tell: @escaping (ProbeResult) -> Void) {
            reactor.register(monitor.socket, for: .readable) { [unowned self] _ in
                while !socket.isClosed, let event = try? monitor.receive() {
                    switch event.kind {
                    case .handshakeSucceeded:
                        tell(.letIn)
                    case .handshakeFailedProtocol(.mechanismMismatch),
                        .handshakeFailedAuthentication:
                        tell(.turnedAway)
                    case .handshakeFailedNoDetail where !speaksCurve:
                        isBroken = true
                        tell(.broken)
                    default:
                        break
                    }
                }
            }
            // A door that can't be connected to does not answer in time.
            try? socket.connect(target)
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
