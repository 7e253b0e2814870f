package import ZeroMQ

/// What a client proves itself with over tcp, and whom it takes for its daemon.
package struct ClientCredentials: Sendable {
    /// The client's own keys: of the device, or of an invitation.
    package let keys: CurveKeyPair
    /// The daemon's public key.
    package let serverKey: CurvePublicKey
    /// The key that the daemon has announced to take next, if it has.
    package let nextServerKey: CurvePublicKey?

    /// Joins the parts.
    package init(
        keys: CurveKeyPair, serverKey: CurvePublicKey, nextServerKey: CurvePublicKey? = nil
    ) {
        self.keys = keys
        self.serverKey = serverKey
        self.nextServerKey = nextServerKey
    }

    /// The keys to try, in order.
    var serverKeys: [CurvePublicKey] {
        [serverKey] + (nextServerKey.map { [$0] } ?? [])
    }
}
