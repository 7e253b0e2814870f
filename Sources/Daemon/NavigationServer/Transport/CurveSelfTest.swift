internal import NavigationTransport
internal import Reactor
internal import ZeroMQ

/// Probes the daemon's own listeners: verifies that unknown keys are refused.
///
/// The refusal rests on options of libzmq, which accepts everybody when one is missing; so it is
/// verified at each start. Belongs to the reactor's thread.
final class CurveSelfTest {
    private let key: CurvePublicKey
    private let context: Context
    private let reactor: Reactor
    /// The probes without a result.
    private var probes: [Probe] = []
    /// The numbers of connections that each channel has closed because they did not use CURVE.
    private var mismatches: [Channel: Int] = [:]
    private var timer: TimerID?
    private var finish: CheckedContinuation<TestResult, Never>?

    /// The result of the test.
    private typealias TestResult = Result<Void, TransportError>

    /// A channel and its listener's endpoint.
    typealias Target = (service: Channel, endpoint: Endpoint)

    /// Returns a Boolean value indicating whether a listener at an endpoint accepts connections on
    /// loopback, too.
    static func isOnLoopback(_ endpoint: Endpoint) -> Bool {
        guard case .tcp(let host, _) = endpoint.connectable else { return false }
        return host == "::1" || host.hasPrefix("127.")
    }

    /// Creates a test of the listeners in `context`, of the server with this public key.
    init(key: CurvePublicKey, context: Context, reactor: Reactor) {
        self.key = key
        self.context = context
        self.reactor = reactor
    }

    /// Sends two probes to each listener: one with a fresh key, one without CURVE at all.
    ///
    /// The first has to be refused for its key. With the second both sides detect that the
    /// mechanisms differ, and the faster one disconnects: so either the probe sees the mismatch, or
    /// its connection breaks and the channel has reported ``recordMismatch(on:)``. A connection
    /// that just breaks proves nothing, and is made again until `deadline`.
    ///
    /// - Throws: `TransportError` as soon as a probe is accepted, and if one has no result in
    ///   time.
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
            for probe in probes { probe.close() }
            throw TransportError("can't run the CURVE self-test: \(error)")
        }
        let result = await withCheckedContinuation { continuation in
            finish = continuation
            timer = reactor.schedule(after: deadline) { [unowned self] in
                end(.failure(TransportError("the CURVE self-test timed out after \(deadline)")))
            }
            for probe in probes {
                probe.connect(on: reactor) { [unowned self] in take($0, from: probe) }
            }
        }
        try result.get()
    }

    /// Records that a channel has closed a connection because it did not use CURVE.
    func recordMismatch(on service: Channel) {
        mismatches[service, default: 0] += 1
        account(for: service)
    }

    private func take(_ result: Probe.ProbeResult, from probe: Probe) {
        switch result {
        case .accepted:
            end(.failure(TransportError("\(probe.target) accepts unauthenticated peers")))
        case .refused:
            dismiss(probe)
        case .disconnected:
            account(for: probe.service)
        }
    }

    /// Dismisses probes whose connection broke, as many as their channel has reported.
    private func account(for service: Channel) {
        while let count = mismatches[service], count > 0,
            let probe = probes.first(where: { $0.service == service && $0.isDisconnected })
        {
            mismatches[service] = count - 1
            dismiss(probe)
        }
    }

    private func dismiss(_ probe: Probe) {
        probe.close()
        probes.removeAll { $0 === probe }
        if probes.isEmpty { end(.success(())) }
    }

    private func end(_ result: TestResult) {
        if let timer { reactor.cancel(timer) }
        for probe in probes { probe.close() }
        probes = []
        finish?.resume(returning: result)
        finish = nil
    }

    /// A client with an unknown key, or without one, at one listener.
    private final class Probe {
        /// The endpoint of the listener.
        let target: Endpoint
        /// The channel of the listener.
        let service: Channel
        /// A Boolean value indicating whether its connection broke, and it does not use CURVE.
        private(set) var isDisconnected = false
        private let speaksCurve: Bool
        private let socket: Socket
        private let monitor: Monitor

        /// Creates a probe with a fresh key for the server with this key, or one that does not use
        /// CURVE.
        init(
            at target: Target, serverKey: CurvePublicKey?, in context: Context
        ) throws(ZeroMQError) {
            self.target = target.endpoint.connectable
            service = target.service
            speaksCurve = serverKey != nil
            // Another type would be refused for its type, whatever its key.
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

        /// The results of a probe.
        enum ProbeResult {
            case accepted
            case refused
            /// The connection broke; libzmq makes another.
            case disconnected
        }

        /// Connects, and reports results until it is closed.
        func connect(on reactor: Reactor, report: @escaping (ProbeResult) -> Void) {
            reactor.register(monitor.socket, for: .readable) { [unowned self] _ in
                while !socket.isClosed, let event = try? monitor.receive() {
                    switch event.kind {
                    case .handshakeSucceeded:
                        report(.accepted)
                    case .handshakeFailedProtocol(.mechanismMismatch),
                        .handshakeFailedAuthentication:
                        report(.refused)
                    case .handshakeFailedNoDetail where !speaksCurve:
                        isDisconnected = true
                        report(.disconnected)
                    default:
                        break
                    }
                }
            }
            // A listener that can't be connected to runs into the deadline.
            try? socket.connect(target)
        }

        /// Closes the probe. Idempotent.
        func close() {
            monitor.close()
            socket.close()
        }
    }
}

extension Endpoint {
    /// The endpoint to connect to for a listener at this one: all interfaces include loopback.
    fileprivate var connectable: Endpoint {
        guard case .tcp(let host, let port) = self else { return self }
        return switch host {
        case "0.0.0.0", "*": .tcp(host: "127.0.0.1", port: port)
        case "::": .tcp(host: "::1", port: port)
        default: self
        }
    }
}
