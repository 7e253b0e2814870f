/// Encodings of the parts of ZMTP 3.0 (ZeroMQ RFC 23).
enum ZMTP {
    /// A text of at most 255 bytes, after its length.
    static func short(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }

    /// Returns the metadata of a client's socket, with these properties beside.
    static func metadata(
        _ properties: [(name: String, value: String)], type: String = "DEALER"
    ) -> [UInt8] {
        ([("Socket-Type", type)] + properties).flatMap { name, value in
            short(name) + bytes(of: UInt32(value.utf8.count)) + value.utf8
        }
    }

    /// A frame of zeros that more frames of the same message follow.
    static func unfinishedFrame(_ length: Int) -> [UInt8] {
        let isShort = length < 256
        let head = isShort ? [0x01, UInt8(length)] : [0x03] + bytes(of: UInt64(length))
        return head + Array(repeating: 0, count: length)
    }

    /// A number in the network's order.
    static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: number >> $0)
        }
    }
}

extension RawSocket {
    /// Sends a greeting with a security mechanism, and reads the other side's greeting.
    func greet(mechanism: String) throws {
        let name = Array(mechanism.utf8)
        var greeting: [UInt8] = [0xff] + Array(repeating: 0, count: 8) + [0x7f, 3, 0] + name
        greeting += Array(repeating: 0, count: 64 - greeting.count)
        write(greeting)
        _ = try read(greeting.count)
    }

    /// Writes a command, whatever its length.
    func writeCommand(_ body: [UInt8]) {
        write([0x06] + ZMTP.bytes(of: UInt64(body.count)) + body)
    }

    /// Writes a frame of a message, its only one; returns whether the other side took it.
    @discardableResult
    func writeMessage(_ body: [UInt8]) -> Bool {
        write([0x02] + ZMTP.bytes(of: UInt64(body.count)) + body)
    }

    /// Returns the body of the next frame, of a command or of a message.
    func readFrame() throws -> [UInt8] {
        let isLong = try read(1)[0] & 0x02 != 0
        let length = try read(isLong ? 8 : 1).reduce(0) { $0 << 8 | Int($1) }
        return try read(length)
    }
}
