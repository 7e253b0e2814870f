import CZeroMQ
import NavigationModel
import NavigationWire
import ZeroMQ

/// A connection to a daemon's control channel that waits for each reply: for all that is not measured.
final class Control {
    /// The socket, for what is.
    let socket: RawSocket
    private var lastRequest: UInt64 = 1 << 40

    /// Bytes; what is asked for here is shorter, though a daemon may send longer ones.
    private static let longestReply = 1 << 20

    /// Starts to connect, over TCP with these keys.
    init(
        _ endpoint: String, in context: RawContext,
        keys: (own: CurveKeyPair, server: CurvePublicKey)? = nil
    ) throws {
        socket = try RawSocket(.dealer, in: context, capacity: Self.longestReply)
        if let keys { try socket.authenticate(keys.own, server: keys.server) }
        try socket.connect(endpoint)
    }

    /// Sends a request, and returns its reply; throws if that is a failure.
    func ask(_ call: Request.Call) throws -> Reply.Result {
        lastRequest += 1
        try socket.send(Request(id: lastRequest, call: call).encoded)
        while true {
            let count = try socket.await("a reply")
            let reply = try Reply(encoded: Array(socket.inbox[..<count]))
            guard reply.id == lastRequest else { continue }
            if case .failure(let failure) = reply.result { throw failure }
            return reply.result
        }
    }

    /// Introduces a device.
    func greet(_ device: DeviceID, of user: UserID?) throws -> Welcome {
        let hello = Hello(
            user: user, device: device, name: "navbench", requiresExistingUser: false)
        guard case .welcome(let welcome) = try ask(.hello(hello)) else {
            throw Fault("no welcome")
        }
        return welcome
    }
}
