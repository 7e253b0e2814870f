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
