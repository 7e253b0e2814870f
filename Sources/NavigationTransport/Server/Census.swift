internal import NavigationWire

/// What the sockets of a daemon count together.
final class Census {
    /// Connections that stand, introduced or not.
    var count = 0
    /// Handshakes that the ZAP handler has let pass.
    private(set) var handshakes: UInt64 = 0

    /// Names the connection of a handshake that is let pass.
    func name(_ principal: Principal) -> ConnectionName {
        handshakes += 1
        return ConnectionName(principal, handshake: handshakes)
    }
}
