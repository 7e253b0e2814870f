/// Why the daemon did not let a connection be, or cut it: for logs and counts.
package enum ConnectionRefusal: String, Hashable, Sendable, CaseIterable {
    /// Its key is nobody's, or was revoked.
    case unknownKey
    /// Whose its key is could not be told in time.
    case authorizationUnavailable = "undecided"
    /// It does not speak CURVE over tcp, or asks for a mechanism that nobody may use.
    case wrongMechanism
    /// It takes this daemon for one with another key.
    case wrongServerKey
    /// It broke the protocol of the connection.
    case malformed
    /// Its handshake took too long.
    case handshakeTimeout
    /// It left in the middle of its handshake.
    case handshakeAbandoned
    /// There were too many connections.
    case shed
    /// Whoever it is had as many connections as one may have.
    case perPrincipalLimit = "tooManyOfOne"
    /// It was let in, and said nothing in time.
    case idle = "silent"
    /// It subscribed to more than it may, or more often.
    case tooManySubscriptions
    /// It asked on and on, and read no reply.
    case slowConsumer = "unreadReplies"
    /// It read nothing of what waited for it.
    case unread
    /// It brought more than it may without finishing a message, or more than could be read.
    case unfinished
    /// It went on although it was told to wait.
    case rateLimitIgnored = "impatient"
    /// What came by it did not say whose it is.
    case missingUserID = "nameless"
}
