package import ZeroMQ

/// The keys of a client over tcp: its own, and those that authenticate its daemon.
package struct ClientCredentials: Sendable {
    /// The client's own keys: of the device, or of an invitation.
    package let keys: CurveKeyPair
    /// The daemon's public key.
    package let serverKey: CurvePublicKey
    /// The next key of the daemon, if it has announced one.
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
