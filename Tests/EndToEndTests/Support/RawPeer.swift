import NavigationWire

/// A client that speaks ZMTP 3.0 by hand, without a key: for what no library would send.
/// It blocks: for a thread of its own.
struct RawPeer {
    private let socket: RawSocket

    /// Connects to the control socket at `path`, and introduces itself with these properties beside
    /// the one that is needed.
    init(path: String, properties: [(name: String, value: String)] = []) throws {
        socket = try RawSocket(path: path)
        try socket.greet(mechanism: "NULL")
        socket.writeCommand(ZMTP.short("READY") + ZMTP.metadata(properties))
        _ = try socket.readFrame()
    }

    /// Sends a request as one frame.
    func send(_ request: Request) { socket.writeMessage(request.encoded) }

    /// The next reply.
    func reply() throws -> Reply { try Reply(encoded: try socket.readFrame()) }

    /// Sends frames of one message that never ends, so many bytes of them, or as many as are taken.
    func sendWithoutEnd(bytes count: Int) {
        let frame = [UInt8](repeating: 0, count: 65_536)
        for _ in 0..<count / frame.count { socket.writeMessage(frame, hasMore: true) }
    }
}
