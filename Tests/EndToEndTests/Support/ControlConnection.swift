import NavigationModel
import NavigationWire
import ZeroMQ

/// A connection to a daemon's control as another implementation of the protocol would make it.
/// It blocks: for a thread of its own.
final class ControlConnection {
    private let context: Context
    private let socket: Socket
    private var lastRequest: UInt64 = 0

    /// Starts to connect.
    init(_ endpoint: String) throws {
        context = try Context()
        socket = try Socket(.dealer, in: context)
        try socket.set(.linger, to: .zero)
        try socket.connect(try Endpoint(endpoint))
    }

    deinit {
        socket.close()
    }

    /// Sends frames as one message.
    func send(_ frames: [[UInt8]]) throws {
        while try socket.sendMultipart(frames) != .sent {
            guard try !socket.wait(for: .writable, within: timeout).isEmpty else {
                throw NeverCame("no room for a message")
            }
        }
    }

    /// The next reply, waited for.
    func reply() throws -> Reply {
        guard try !socket.wait(for: .readable, within: timeout).isEmpty,
            let message = try socket.receiveMultipart(), let frame = message.frames.first
        else { throw NeverCame("no reply") }
        return try Reply(encoded: frame)
    }

    /// Asks, and waits for the answer; other replies before it are dropped.
    func ask(_ call: Request.Call) throws -> Reply.Result {
        lastRequest += 1
        let request = Request(id: 1 << 32 + lastRequest, call: call)
        try send([request.encoded])
        while true {
            let reply = try reply()
            if reply.id == request.id { return reply.result }
        }
    }
}
