/// A request of libzmq to a ZAP handler to authorize one connection (ZeroMQ RFC 27, version 1.0).
package struct ZAPRequest: Hashable, Sendable {
    /// The service that is connected to.
    package let domain: ZAPDomain
    /// The address of the peer, as libzmq writes it: an IP address, or the form ``localProcess``
    /// reads.
    package let address: String
    /// The mechanism that the peer authenticated by.
    package let mechanism: ZAPMechanism

    /// The process at the other end; `nil` unless the connection is over IPC.
    package var localProcess: PeerCredentials? { PeerCredentials(zapAddress: address) }
}

extension ZAPRequest {
    /// The reason why frames are no request that can be authorized.
    package enum Problem: Error {
        /// The frames hold no sender and request id to reply to.
        case unanswerable
        /// The frames break the protocol; the reply is 500.
        case malformed(ZAPEnvelope)
        /// The mechanism is not supported; the reply is 400.
        case mechanism(ZAPEnvelope)
    }

    private static let version = Array("1.0".utf8)
    /// Frames before the credentials: the sender's id, the delimiter, and six fields.
    private static let fixedFrames = 8

    /// Reads the frames that a ROUTER received: sender, delimiter, version, request id, domain,
    /// address, routing id, mechanism, credentials.
    package static func read(
        _ message: Multipart
    ) throws(Problem) -> (request: ZAPRequest, envelope: ZAPEnvelope) {
        let frames = message.frames
        guard frames.count >= 4, frames[1].isEmpty else { throw .unanswerable }
        let domain = frames.count > 4 ? text(frames[4]).flatMap(ZAPDomain.init) : nil
        let envelope = ZAPEnvelope(sender: frames[0], requestID: frames[3], domain: domain)
        guard !message.isTruncated, frames.count >= fixedFrames, frames[2] == version,
            let domain, let address = text(frames[5]),
            frames[6].count <= 255, let mechanism = text(frames[7])
        else { throw .malformed(envelope) }
        let credentials = frames.dropFirst(fixedFrames)
        let proof: ZAPMechanism
        switch mechanism {
        case "NULL":
            guard credentials.isEmpty else { throw .malformed(envelope) }
            proof = .null
        case "CURVE":
            guard credentials.count == 1,
                let key = credentials.first.flatMap(CurvePublicKey.init(bytes:))
            else { throw .malformed(envelope) }
            proof = .curve(key)
        default:
            throw .mechanism(envelope)
        }
        return (ZAPRequest(domain: domain, address: address, mechanism: proof), envelope)
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        bytes.count <= 255 ? String(validating: bytes, as: UTF8.self) : nil
    }
}

/// The envelope of the reply to a request.
package struct ZAPEnvelope: Sendable {
    /// The routing id of the sender: the connection's own line to the handler.
    package let sender: [UInt8]
    /// The id of the request, which the reply repeats.
    package let requestID: [UInt8]
    /// The requested service, if it can be read.
    package let domain: ZAPDomain?
}

/// A service that a ZAP handler authorizes for: the ``SocketOption/zapDomain`` of a socket.
package struct ZAPDomain: Hashable, Sendable, CustomStringConvertible {
    /// The name: 1 to ``maximumLength`` bytes.
    package let name: String

    /// The longest name that libzmq accepts, in bytes.
    package static let maximumLength = 255

    /// Takes a name; `nil` for an empty one, which would switch ZAP off, and for one too long.
    package init?(_ name: String) {
        guard (1...Self.maximumLength).contains(name.utf8.count) else { return nil }
        self.name = name
    }

    /// The name.
    package var description: String { name }
}

/// The mechanism that a peer authenticated by, with its proof. PLAIN and GSSAPI are refused without
/// an event.
package enum ZAPMechanism: Hashable, Sendable {
    /// Nothing is proved; over IPC the kernel identifies the peer.
    case null
    /// The peer owns the secret half of this key: the handshake has shown it.
    case curve(CurvePublicKey)
}

/// The decision of a ZAP handler about a connection.
package enum ZAPVerdict: Hashable, Sendable {
    /// The connection is authorized, and every message that it brings has this ``Message/userID``:
    /// 1 to ``maximumUserID`` bytes, or the connection is refused as ``failed``.
    case accepted(userID: String)
    /// The peer is not authorized. It receives status 400.
    case denied
    /// No decision is possible now. The peer receives status 500.
    case failed
    /// The connection is being closed. The peer receives no status: libzmq keeps 300 to itself.
    case closing

    /// The longest user id, in bytes.
    package static let maximumUserID = 255

    /// The frames of the reply after the request's id: status, its text, user id, no metadata.
    package var frames: [[UInt8]] {
        switch self {
        case .accepted(let user) where (1...Self.maximumUserID).contains(user.utf8.count):
            [Array("200".utf8), Array("OK".utf8), Array(user.utf8), []]
        case .accepted, .failed:
            [Array("500".utf8), Array("Temporary failure".utf8), [], []]
        case .denied:
            [Array("400".utf8), Array("Unknown key".utf8), [], []]
        case .closing:
            [Array("300".utf8), Array("Closing".utf8), [], []]
        }
    }
}
