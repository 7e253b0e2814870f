/// The reason why there is no connection.
package enum UnavailableReason: Hashable, Sendable {
    /// Nothing answers at the endpoint.
    case unreachable(String)
    /// The listener answers, and refuses this client.
    case refused(HandshakeFailure)

    /// The precedence among reasons: a daemon's reply before a failure of the network.
    var weight: Int {
        switch self {
        case .unreachable: 0
        case .refused(.foreignProtocol): 1
        case .refused(.temporarilyRefused), .refused(.shed): 2
        case .refused(.brokenHandshake): 3
        case .refused(.unknownKey): 4
        case .refused(.foreignUser): 5
        }
    }
}

/// The reason why a daemon refuses a connection, as far as the client can tell.
package enum HandshakeFailure: Hashable, Sendable, CustomStringConvertible {
    /// The daemon does not know the client's key, or has revoked it.
    case unknownKey
    /// The daemon could not look up the key in time, or has as many connections of this key, or of
    /// this local user, as one may have.
    case temporarilyRefused
    /// The connection broke during the handshake, over the network. That happens when the daemon has
    /// another key than the client expects, and also when it stops or has too many connections.
    case brokenHandshake
    /// The listener on this machine closed several connections in a row before the handshake: it has
    /// as many as it may, or is no daemon.
    case shed
    /// The listener speaks another protocol: it is no daemon, or one of another version.
    case foreignProtocol
    /// The listener is a process of this user, who is neither root nor the client's own, and does
    /// not own the socket's directory either.
    case foreignUser(UInt32)

    /// The failure, with its remedy.
    package var description: String {
        switch self {
        case .unknownKey:
            "this device's key is unknown or revoked: pair the device again"
        case .temporarilyRefused:
            "the daemon can't accept this connection now: it could not look up the key, or has too many "
                + "connections of this device; retrying"
        case .brokenHandshake:
            "the handshake failed: the daemon is overloaded, or its key is not the one that this device "
                + "was paired with"
        case .shed:
            "the daemon closes new connections, as it has too many; retrying"
        case .foreignProtocol:
            "the listener there is not a navsyncd"
        case .foreignUser(let uid):
            "the listener there is not trusted: it runs as uid \(uid), which is neither this user nor "
                + "the owner of the socket's directory"
        }
    }
}
