import NavigationWire

/// A client that speaks ZMTP 3.0 by hand, without a key: for what no library would send.
/// It blocks: for a thread of its own.
struct RawPeer {
    private let socket: RawSocket

    /// Connects to the control socket at `path`, and introduces itself with these properties beside
    /// the one that is needed.
    init(path: String, properties: [(name: String, value: String)] = []) throws {
        socket = try RawSocket(path: path)
        var greeting: [UInt8] = [0xff] + Array(repeating: 0, count: 8) + [0x7f, 3, 0]
        greeting += Self.padded("NULL", to: 20)
        greeting += Array(repeating: 0, count: 64 - greeting.count)
        socket.write(greeting)
        _ = try socket.read(64)
        var ready = Self.short("READY")
        for (name, value) in [("Socket-Type", "DEALER")] + properties {
            ready += Self.short(name) + Self.bytes(of: UInt32(value.utf8.count)) + value.utf8
        }
        socket.write([0x04, UInt8(ready.count)] + ready)
        _ = try frame()
    }

    /// Sends a request as one frame.
    func send(_ request: Request) {
        let bytes = request.encoded
        socket.write([0x02] + Self.bytes(of: UInt64(bytes.count)) + bytes)
    }

    /// The next reply.
    func reply() throws -> Reply { try Reply(encoded: try frame()) }

    /// Sends frames of one message that never ends, so many bytes of them, or as many as are taken.
    func sendWithoutEnd(bytes count: Int) {
        let frame = [UInt8](repeating: 0, count: 65_536)
        let header: [UInt8] = [0x03] + Self.bytes(of: UInt64(frame.count))
        for _ in 0..<count / frame.count { socket.write(header + frame) }
    }

    private func frame() throws -> [UInt8] {
        let isLong = try socket.read(1)[0] & 0x02 != 0
        let length = try socket.read(isLong ? 8 : 1).reduce(0) { $0 << 8 | Int($1) }
        return try socket.read(length)
    }

    private static func short(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }

    private static func padded(_ text: String, to length: Int) -> [UInt8] {
        Array(text.utf8) + Array(repeating: 0, count: length - text.utf8.count)
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: number >> $0)
        }
    }
}
