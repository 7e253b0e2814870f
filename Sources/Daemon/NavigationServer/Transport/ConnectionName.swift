package import NavigationWire

/// The ZAP handler's name of one connection, which libzmq attaches to all messages on it: the
/// principal, the number of the handshake, and the origin.
///
/// The number only grows. So of two connections that had the same descriptor one after the other,
/// the messages of the older one are recognised, however late they are read.
package struct ConnectionName: Hashable, Sendable {
    /// The principal that owns the connection.
    package let principal: Principal
    /// The number of the handshake, from 1.
    package let handshake: UInt64

    /// The origin: an IP address, or `pid:` and the number of a local process; may be empty.
    package let origin: String

    /// Joins the parts; an origin that a registry can't hold becomes empty.
    package init(_ principal: Principal, handshake: UInt64, origin: String = "") {
        self.principal = principal
        self.handshake = handshake
        let isPlain = origin.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }
        self.origin = isPlain && origin.utf8.count <= WireLimits.origin ? origin : ""
    }

    /// The text for libzmq's `User-Id`.
    package var text: String { "\(principal)/\(handshake)/\(origin)" }

    /// Parses ``text``, of which each name has one; `nil` for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let principal = Principal(parts[0]),
            let handshake = UInt64(parts[1]), handshake > 0
        else { return nil }
        self.init(principal, handshake: handshake, origin: String(parts[2]))
        guard self.text == text else { return nil }
    }
}

/// The reason why the daemon refused or disconnected a connection: for logs and counters.
package enum ConnectionRefusal: String, Hashable, Sendable, CaseIterable {
    /// The key is unknown, or was revoked.
    case unknownKey
    /// The key could not be looked up in time.
    case authorizationUnavailable = "undecided"
    /// The client does not use CURVE over tcp, or requests a mechanism that is not supported.
    case wrongMechanism
    /// The client expects a daemon with another key.
    case wrongServerKey
    /// The client violated the protocol of the connection.
    case malformed
    /// The handshake took too long.
    case handshakeTimeout
    /// The client left during its handshake.
    case handshakeAbandoned
    /// There were too many connections.
    case shed
    /// The principal had reached its limit of connections.
    case perPrincipalLimit = "tooManyOfOne"
    /// The connection was accepted, and sent nothing in time.
    case idle = "silent"
    /// The client exceeded the number or the rate of subscriptions.
    case tooManySubscriptions
    /// The client sent requests on and on, and read no reply.
    case slowConsumer = "unreadReplies"
    /// The client read nothing of what was queued for it.
    case unread
    /// The client exceeded the limit of bytes without finishing a message, or of bytes not read
    /// yet.
    case unfinished
    /// The client kept sending in spite of the retry-after.
    case rateLimitIgnored = "impatient"
    /// A message on the connection had no `User-Id`.
    case missingUserID = "nameless"
}
