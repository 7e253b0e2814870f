import CSodium
import NavigationWire
import ZeroMQ

/// A client that speaks ZMTP 3.0 with CURVE by hand (ZeroMQ RFC 23 and 26): for messages that
/// libzmq does not send. It blocks: for a thread of its own.
final class RawCurvePeer {
    private let socket: RawSocket
    /// The secret half of this connection's own pair, and the public half of the other side's.
    private let session: (secret: [UInt8], theirs: [UInt8])
    /// The number of what was sealed last.
    private var sealed: UInt64 = 0

    /// Connects to a port of this machine with a device's key, and introduces itself with these
    /// properties beside the one that is needed.
    init(
        port: UInt16, of server: CurvePublicKey, as device: CurveSecretKey,
        properties: [(name: String, value: String)]
    ) throws {
        socket = try RawSocket(port: port)
        try socket.greet(mechanism: "CURVE")
        let own = Box.keyPair()

        let signature = try Box.seal(
            [UInt8](repeating: 0, count: 64), Self.nonce("CurveZMQHELLO---", 1),
            for: server.bytes, by: own.secret)
        socket.writeCommand(
            ZMTP.short("HELLO") + [1, 0] + Array(repeating: 0, count: 72) + own.open
                + ZMTP.bytes(of: UInt64(1)) + signature)

        let box = try Self.body(of: "WELCOME", in: socket.readFrame())
        let welcome = try Box.open(
            Array(box.dropFirst(16)), Array("WELCOME-".utf8) + box.prefix(16),
            by: server.bytes, for: own.secret)
        let theirs = Array(welcome.prefix(32))
        let cookie = Array(welcome.dropFirst(32))

        let vouchNonce = [UInt8](repeating: 7, count: 16)
        let vouch = try Box.seal(
            own.open + server.bytes, Array("VOUCH---".utf8) + vouchNonce, for: theirs,
            by: device.bytes)
        let initiate = try Box.seal(
            device.publicKey().bytes + vouchNonce + vouch + ZMTP.metadata(properties),
            Self.nonce("CurveZMQINITIATE", 2), for: theirs, by: own.secret)
        socket.writeCommand(
            ZMTP.short("INITIATE") + cookie + ZMTP.bytes(of: UInt64(2)) + initiate)
        sealed = 2
        session = (own.secret, theirs)
        _ = try Self.body(of: "READY", in: socket.readFrame())
    }

    /// Sends a request as one frame.
    func send(_ request: Request) throws {
        // Its only frame: no more follow.
        try sendFrame(request.encoded, flags: 0)
    }

    /// Sends frames of one message that never ends, so many bytes of them, or as many as are taken;
    /// returns whether all were.
    func sendWithoutEnd(frame length: Int, bytes count: Int) throws -> Bool {
        let frame = [UInt8](repeating: 0, count: length)
        for _ in 0..<count / max(1, length) {
            guard try sendFrame(frame, flags: 1) else { return false }
        }
        return true
    }

    @discardableResult
    private func sendFrame(_ body: [UInt8], flags: UInt8) throws -> Bool {
        sealed += 1
        let box = try Box.seal(
            [flags] + body, Self.nonce("CurveZMQMESSAGEC", sealed), for: session.theirs,
            by: session.secret)
        return socket.writeMessage(ZMTP.short("MESSAGE") + ZMTP.bytes(of: sealed) + box)
    }

    /// The next reply.
    func reply() throws -> Reply {
        while true {
            let message = try Self.body(of: "MESSAGE", in: socket.readFrame())
            let plain = try Box.open(
                Array(message.dropFirst(8)), Array("CurveZMQMESSAGES".utf8) + message.prefix(8),
                by: session.theirs, for: session.secret)
            // Commands, such as heartbeats, come the same way.
            if plain.first == 0 { return try Reply(encoded: Array(plain.dropFirst())) }
        }
    }

    private static func body(of command: String, in frame: [UInt8]) throws -> [UInt8] {
        let name = ZMTP.short(command)
        guard frame.starts(with: name) else {
            throw NeverCame("\(command): got '\(String(decoding: frame, as: UTF8.self))'")
        }
        return Array(frame.dropFirst(name.count))
    }

    private static func nonce(_ prefix: String, _ number: UInt64) -> [UInt8] {
        Array(prefix.utf8) + ZMTP.bytes(of: number)
    }
}

/// Boxes that libsodium seals from one key for another. All keys have 32 bytes, all nonces 24.
private enum Box {
    static func keyPair() -> (open: [UInt8], secret: [UInt8]) {
        var open = [UInt8](repeating: 0, count: 32)
        var secret = open
        unsafe crypto_box_keypair(&open, &secret)
        return (open, secret)
    }

    static func seal(
        _ plain: [UInt8], _ nonce: [UInt8], for reader: [UInt8], by writer: [UInt8]
    ) throws -> [UInt8] {
        var box = [UInt8](repeating: 0, count: plain.count + Int(crypto_box_macbytes()))
        guard
            unsafe crypto_box_easy(&box, plain, UInt64(plain.count), nonce, reader, writer) == 0
        else { throw NeverCame("a box") }
        return box
    }

    static func open(
        _ box: [UInt8], _ nonce: [UInt8], by writer: [UInt8], for reader: [UInt8]
    ) throws -> [UInt8] {
        var plain = [UInt8](repeating: 0, count: max(0, box.count - Int(crypto_box_macbytes())))
        guard
            unsafe crypto_box_open_easy(&plain, box, UInt64(box.count), nonce, writer, reader) == 0
        else { throw NeverCame("a box that opens") }
        return plain
    }
}
