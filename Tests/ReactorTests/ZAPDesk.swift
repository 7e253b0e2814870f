import Reactor
import SocketHarness
import ZeroMQ

/// A ZAP handler on a reactor of its own, which authorizes as a test says.
actor ZAPDesk {
    /// The verdict on a request; `nil` leaves it to wait.
    typealias Judge = @Sendable (ZAPRequest) -> ZAPVerdict?

    /// A refusal without a verdict, and the service that it was about.
    struct Refused: Equatable {
        let why: ZAPHandler.Refusal
        let domain: ZAPDomain?

        init(_ why: ZAPHandler.Refusal, _ domain: String? = nil) {
            self.why = why
            self.domain = domain.flatMap(ZAPDomain.init)
        }
    }

    private nonisolated let reactor: Reactor
    private let judge: Judge
    private var handler: ZAPHandler?
    private var requests: [ZAPRequest] = []
    private var refused: [Refused] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    init(_ judge: @escaping Judge) throws {
        reactor = try Reactor(name: "desk")
        self.judge = judge
    }

    func open(in context: Context, limits: ZAPHandler.Limits) throws {
        handler = try ZAPHandler(in: context, on: reactor, limits: limits) { [unowned self] event in
            assumeIsolated { $0.take(event) }
        }
    }

    /// Closes the handler; returns the requests and refusals since it opened.
    func close() -> (requests: [ZAPRequest], refused: [Refused]) {
        handler?.close()
        handler = nil
        reactor.shutdown()
        return (requests, refused)
    }

    private func take(_ event: ZAPHandler.Event) {
        switch event {
        case .request(let request, let id):
            requests.append(request)
            guard let verdict = judge(request) else { return }
            handler?.reply(to: id, with: verdict)
            // Once more: it has its reply already.
            handler?.reply(to: id, with: .failed)
        case .refused(let why, let domain):
            refused.append(Refused(why, domain?.name))
        }
    }
}

/// Runs `body` on a thread of its own, while a handler judges in the same context.
@discardableResult
func atDesk<Result: Sendable>(
    limits: ZAPHandler.Limits = .init(), judge: @escaping ZAPDesk.Judge,
    _ body: @Sendable (Context) throws -> Result
) async throws -> (Result, requests: [ZAPRequest], refused: [ZAPDesk.Refused]) {
    let context = try Context()
    let desk = try ZAPDesk(judge)
    try await desk.open(in: context, limits: limits)
    let reactor = try Reactor(name: "stage")
    defer { reactor.shutdown() }
    let result: Result
    do {
        result = try await Stage(on: reactor).perform(body, in: context)
    } catch {
        _ = await desk.close()
        throw error
    }
    let (requests, refused) = await desk.close()
    try await context.terminate(within: timeout)
    return (result, requests, refused)
}

extension Socket {
    /// A socket that a handler guards, with CURVE if it gets a key.
    static func guarded(
        _ type: SocketType, domain: String, key: CurveSecretKey? = nil, in context: Context
    ) throws -> Socket {
        let socket = try Socket(type, in: context)
        try socket.set(.zapDomain, to: domain)
        try socket.set(.zapEnforceDomain, to: true)
        if let key {
            try socket.set(.curveServer, to: true)
            try socket.set(.curveSecretKey, to: key)
        }
        return socket
    }

    /// A socket that proves to own `keys`, to a server with the public key `server`.
    static func proving(
        _ type: SocketType, keys: CurveKeyPair, to server: CurvePublicKey, in context: Context
    ) throws -> Socket {
        let socket = try Socket(type, in: context)
        try socket.set(.curvePublicKey, to: keys.publicKey)
        try socket.set(.curveSecretKey, to: keys.secretKey)
        try socket.set(.curveServerKey, to: server)
        return socket
    }
}

extension MonitorEvent.Kind {
    /// A Boolean value indicating whether the handshake is over, for better or worse.
    var endsHandshake: Bool {
        switch self {
        case .handshakeSucceeded, .handshakeFailedNoDetail, .handshakeFailedProtocol,
            .handshakeFailedAuthentication:
            true
        default: false
        }
    }
}
