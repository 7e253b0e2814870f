import NavigationWire

/// A client that speaks ZMTP 3.0 by hand, without a key: for what no library would send.
/// It blocks: for a thread of its own.
struct RawPeer {
    private let socket: RawSocket

    /// Connects to the socket at `path`, control's if no other type is named, and introduces itself
    /// with these properties beside the one that is needed.
    init(
        path: String, type: String = "DEALER", properties: [(name: String, value: String)] = []
    ) throws {
        socket = try RawSocket(path: path)
        try socket.greet(mechanism: "NULL")
        socket.writeCommand(ZMTP.short("READY") + ZMTP.metadata(properties, type: type))
        _ = try socket.readFrame()
    }

    /// Sends a request as one frame.
    func send(_ request: Request) { socket.writeMessage(request.encoded) }

    /// The next reply.
    func reply() throws -> Reply { try Reply(encoded: try socket.readFrame()) }

    /// Sends frames of one message that never ends, so many bytes of them, or as many as are taken;
    /// returns whether all were.
    func sendWithoutEnd(frame length: Int, bytes count: Int) -> Bool {
        let frame = ZMTP.unfinishedFrame(length)
        let many = Array(repeating: frame, count: max(1, 65_536 / frame.count)).flatMap(\.self)
        for _ in 0..<count / many.count {
            guard socket.write(many) else { return false }
        }
        return true
    }
}
