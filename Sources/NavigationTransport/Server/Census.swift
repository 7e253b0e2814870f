/// What the sockets of a daemon count together.
final class Census {
    /// Connections that stand, introduced or not.
    var count = 0
    /// Handshakes that the ZAP handler has let pass.
    private(set) var handshakes: UInt64 = 0

    /// Names the connection of a handshake that is let pass.
    func name(_ identity: PeerIdentity) -> ConnectionName {
        handshakes += 1
        return ConnectionName(identity, handshake: handshakes)
    }
}
