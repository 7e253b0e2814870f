/// Decides, for all sockets of a context, which connections may be: ZAP 1.0 on a ``Reactor``.
///
/// Bind it before the sockets that it guards and close it after them: without one, libzmq lets
/// everybody pass on a socket that has no ``SocketOption/zapEnforceDomain``, and nobody on one that
/// has. It belongs to the reactor's thread.
///
/// Answers may come at any later time: each connection waits for its own. How many wait is bounded,
/// and so is how long; what is beyond is refused as ``ZAPVerdict/failed``.
public final class ZAPHandler {
    /// Names a question; never used twice by one handler.
    public struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// What happened.
    public enum Event: Hashable, Sendable {
        /// A connection waits for ``answer(_:with:)``.
        case asked(ZAPRequest, Ticket)
        /// A connection was refused without a question, or in spite of one; `nil` if the request
        /// can't be read so far as to tell the service.
        case refused(Refusal, ZAPDomain?)
    }

    /// Why a connection was refused without a question, or in spite of one.
    public enum Refusal: Hashable, Sendable {
        /// The request breaks the protocol.
        case malformed
        /// A mechanism that nobody may use.
        case mechanism
        /// Too many others wait.
        case overloaded
        /// Its answer did not come in time.
        case late
    }

    /// How much waits for an answer.
    public struct Limits: Hashable, Sendable {
        /// Connections that wait at most.
        public var waiting: Int
        /// How long one waits: less than ``SocketOption/handshakeInterval``, or libzmq is first.
        public var timeout: Duration

        /// A thousand, and one and a half seconds, unless told.
        public init(waiting: Int = 1_000, timeout: Duration = .milliseconds(1_500)) {
            self.waiting = waiting
            self.timeout = timeout
        }
    }

    /// Where libzmq looks for a handler.
    public static let endpoint = Endpoint.inproc(name: "zeromq.zap.01")

    private struct Waiting {
        let envelope: ZAPEnvelope
        let timer: TimerID
    }

    private let socket: Socket
    private let reactor: Reactor
    private let limits: Limits
    private let handler: (Event) -> Void
    private var waiting: [Ticket: Waiting] = [:]
    private var lastTicket: UInt64 = 0

    /// Requests that are read in one turn.
    private static let requestsPerTurn = 64
    /// What is read of a request; a good one is well within.
    private static let requestLimit = Multipart.Limit(frames: 10, bytes: 2_048)
    private static let version = Array("1.0".utf8)

    /// Binds, and tells `handler` what happens, on the reactor's thread.
    ///
    /// Throws ``ZeroMQError/Code/addressInUse`` if the context has a handler.
    public init(
        in context: Context, on reactor: Reactor, limits: Limits = Limits(),
        handler: @escaping (Event) -> Void
    ) throws(ZeroMQError) {
        self.reactor = reactor
        self.limits = limits
        self.handler = handler
        socket = try Socket(.router, in: context)
        try socket.set(.linger, to: .zero)
        try socket.bind(Self.endpoint)
        reactor.register(socket, for: .readable) { [unowned self] _ in receive() }
    }

    deinit {
        close()
    }

    /// How many connections wait for an answer.
    public var waitingCount: Int { waiting.count }

    /// Answers a question; one that was answered, or is late, is answered already.
    public func answer(_ ticket: Ticket, with verdict: ZAPVerdict) {
        guard let waited = waiting.removeValue(forKey: ticket) else { return }
        reactor.cancel(waited.timer)
        reply(verdict, to: waited.envelope)
    }

    /// Stops answering: connections that wait are not made, nor are later ones. Idempotent.
    public func close() {
        guard !socket.isClosed else { return }
        for waited in waiting.values { reactor.cancel(waited.timer) }
        waiting = [:]
        socket.close()
    }

    private func receive() {
        for _ in 0..<Self.requestsPerTurn {
            // A handler may have closed this one.
            guard !socket.isClosed,
                let message = try? socket.receiveMultipart(limit: Self.requestLimit)
            else { return }
            take(message)
        }
    }

    private func take(_ message: Multipart) {
        do throws(ZAPRequest.Problem) {
            let (request, envelope) = try ZAPRequest.read(message)
            guard waiting.count < limits.waiting else {
                return refuse(envelope, .failed, because: .overloaded)
            }
            handler(.asked(request, admit(envelope)))
        } catch {
            switch error {
            case .unanswerable: handler(.refused(.malformed, nil))
            case .malformed(let envelope): refuse(envelope, .failed, because: .malformed)
            case .mechanism(let envelope): refuse(envelope, .denied, because: .mechanism)
            }
        }
    }

    /// Lets a request wait for its answer, as long as there is patience.
    private func admit(_ envelope: ZAPEnvelope) -> Ticket {
        lastTicket += 1
        let ticket = Ticket(number: lastTicket)
        let timer = reactor.schedule(after: limits.timeout) { [unowned self] in
            guard let late = waiting.removeValue(forKey: ticket) else { return }
            refuse(late.envelope, .failed, because: .late)
        }
        waiting[ticket] = Waiting(envelope: envelope, timer: timer)
        return ticket
    }

    private func refuse(_ envelope: ZAPEnvelope, _ verdict: ZAPVerdict, because why: Refusal) {
        reply(verdict, to: envelope)
        handler(.refused(why, envelope.domain))
    }

    private func reply(_ verdict: ZAPVerdict, to envelope: ZAPEnvelope) {
        let head = [envelope.sender, [], Self.version, envelope.requestID]
        // A connection that did not wait for its answer is gone, and nothing is lost.
        _ = try? socket.sendMultipart(head + verdict.frames)
    }
}
