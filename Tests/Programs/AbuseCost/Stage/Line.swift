import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// A connection to control, as any implementation of the protocol would make it. It blocks: for a
/// thread of its own.
final class Line {
    let socket: Socket
    private var lastRequest: UInt64 = 1 << 40

    /// The timeout of a reply, after which it counts as lost.
    static let timeout = Duration.seconds(10)

    /// Starts to connect over tcp with these keys.
    convenience init(
        _ endpoint: Endpoint, in context: Context, keys: CurveKeyPair, serverKey: CurvePublicKey
    ) throws {
        try self.init(Line.socket(.dealer, in: context, keys: keys, serverKey: serverKey))
        try socket.connect(endpoint)
    }

    /// Starts to connect over ipc.
    convenience init(_ endpoint: Endpoint, in context: Context) throws {
        try self.init(Line.socket(.dealer, in: context))
        try socket.connect(endpoint)
    }

    private init(_ socket: Socket) {
        self.socket = socket
    }

    deinit {
        socket.close()
    }

    /// A socket that is not connected yet.
    static func socket(
        _ type: SocketType, in context: Context, keys: CurveKeyPair? = nil,
        serverKey: CurvePublicKey? = nil
    ) throws -> Socket {
        let socket = try Socket(type, in: context)
        try socket.set(.linger, to: .zero)
        if let keys, let serverKey {
            try socket.set(.curvePublicKey, to: keys.publicKey)
            try socket.set(.curveSecretKey, to: keys.secretKey)
            try socket.set(.curveServerKey, to: serverKey)
        }
        return socket
    }

    /// Sends a request, waiting for room.
    func send(_ request: Request) throws {
        let bytes = request.encoded
        while try socket.send(bytes) != .sent {
            guard try !socket.wait(for: .writable, within: Self.timeout).isEmpty else {
                throw NeverCame("no room for a request")
            }
        }
    }

    /// The next reply; `nil` if none comes within `time`.
    func reply(within time: Duration = Line.timeout) throws -> Reply? {
        if try socket.wait(for: .readable, within: time).isEmpty { return nil }
        return try nextReply()
    }

    /// A reply that is there already.
    func nextReply() throws -> Reply? {
        guard let message = try socket.receive() else { return nil }
        return try Reply(encoded: message.copyBytes())
    }

    /// Sends a request, and waits for its reply; other replies before it are dropped.
    func ask(_ call: Request.Call) throws -> Reply.Result {
        lastRequest += 1
        try send(Request(id: lastRequest, call: call))
        while let reply = try reply() {
            if reply.id == lastRequest { return reply.result }
        }
        throw NeverCame("no answer")
    }

    /// Sends hello as a paired device.
    func greet(as device: DeviceID) throws -> Welcome {
        let hello = Hello(user: nil, device: device, name: "device")
        guard case .welcome(let welcome) = try ask(.hello(hello)) else {
            throw NeverCame("no welcome")
        }
        return welcome
    }
}
