internal import POSIX
package import ZeroMQ

/// The authorizer of the connections of all sockets of a context: ZAP 1.0 on a ``Reactor``.
///
/// Bind it before the sockets that it guards and close it after them: without one, libzmq accepts
/// every peer on a socket that has no `SocketOption.zapEnforceDomain`, and no peer on one that
/// has. It belongs to the reactor's thread.
///
/// Replies may come at any later time: each connection waits for its own. The number of pending
/// requests is bounded, and so is their time; requests beyond are refused as `ZAPVerdict.failed`.
package final class ZAPHandler {
    /// The id of a request; never used twice by one handler.
    package struct RequestID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// An event that the handler reports.
    package enum Event: Hashable, Sendable {
        /// A connection awaits ``reply(to:with:)``.
        case request(ZAPRequest, RequestID)
        /// The handler refused a connection itself; `nil` if the request does not name a valid
        /// domain.
        case refused(Refusal, ZAPDomain?)
    }

    /// The reason for a refusal by the handler itself.
    package enum Refusal: Hashable, Sendable {
        /// The request breaks the protocol.
        case malformed
        /// The mechanism is not supported.
        case mechanism
        /// Too many requests are pending.
        case overloaded
        /// The reply did not come in time.
        case late
    }

    /// The limits of pending requests.
    package struct Limits: Hashable, Sendable {
        /// The maximum number of pending requests.
        package var waiting: Int
        /// The time until a pending request is refused: less than
        /// `SocketOption.handshakeInterval`, or libzmq ends the connection first.
        package var timeout: Duration

        /// Creates limits, by default of a thousand requests and one and a half seconds.
        package init(waiting: Int = 1_000, timeout: Duration = .milliseconds(1_500)) {
            self.waiting = waiting
            self.timeout = timeout
        }
    }

    /// The endpoint that libzmq sends its requests to.
    package static let endpoint = Endpoint.inproc(name: "zeromq.zap.01")

    private struct Waiting {
        let envelope: ZAPEnvelope
        let timer: TimerID
    }

    private let socket: Socket
    private let reactor: Reactor
    private let limits: Limits
    private let handler: (Event) -> Void
    private var waiting: [RequestID: Waiting] = [:]
    private var lastID: UInt64 = 0

    /// Requests that are read in one turn.
    private static let requestsPerTurn = 64
    /// The limit for the frames of a request; a valid one is well within.
    private static let requestLimit = Multipart.Limit(frames: 10, bytes: 2_048)
    private static let version = Array("1.0".utf8)

    /// Binds, and calls `handler` with events, on the reactor's thread.
    ///
    /// Throws `ZeroMQError.Code.addressInUse` if the context has a handler.
    package init(
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

    /// The number of pending requests.
    package var waitingCount: Int { waiting.count }

    /// Replies to a request; does nothing if it has a reply already or has timed out.
    package func reply(to id: RequestID, with verdict: ZAPVerdict) {
        guard let waited = waiting.removeValue(forKey: id) else { return }
        reactor.cancel(waited.timer)
        reply(verdict, to: waited.envelope)
    }

    /// Stops replying: pending connections are not made, nor are later ones. Idempotent.
    package func close() {
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
            handler(.request(request, admit(envelope)))
        } catch {
            switch error {
            case .unanswerable: handler(.refused(.malformed, nil))
            case .malformed(let envelope): refuse(envelope, .failed, because: .malformed)
            case .mechanism(let envelope): refuse(envelope, .denied, because: .mechanism)
            }
        }
    }

    /// Adds a pending request, and refuses it if it has no reply at the timeout.
    private func admit(_ envelope: ZAPEnvelope) -> RequestID {
        lastID += 1
        let id = RequestID(number: lastID)
        let timer = reactor.schedule(after: limits.timeout) { [unowned self] in
            guard let late = waiting.removeValue(forKey: id) else { return }
            refuse(late.envelope, .failed, because: .late)
        }
        waiting[id] = Waiting(envelope: envelope, timer: timer)
        return id
    }

    private func refuse(_ envelope: ZAPEnvelope, _ verdict: ZAPVerdict, because why: Refusal) {
        reply(verdict, to: envelope)
        handler(.refused(why, envelope.domain))
    }

    private func reply(_ verdict: ZAPVerdict, to envelope: ZAPEnvelope) {
        let head = [envelope.sender, [], Self.version, envelope.requestID]
        // If the connection has ended before its reply, nothing is lost.
        _ = try? socket.sendMultipart(head + verdict.frames)
    }
}
