public import NavigationModel
public import NavigationWire

/// A device's data of the daemon that it is paired with. Nothing in it is secret.
public struct Pairing: Hashable, Sendable {
    /// The device's own public key, its identity at the daemon.
    public let key: PublicKey
    /// The user that the device belongs to.
    public let user: UserID
    /// The addresses of control, `host:port`; the last one that was reached is first.
    public let addresses: [String]
    /// The daemon's public key.
    public let serverKey: PublicKey
    /// The daemon's next key, as announced.
    public let nextServerKey: PublicKey?
    /// The public half of the invitation's key: a retry with that invitation is the same pairing.
    public let invitation: PublicKey
    /// The time of the daemon's reply, by this machine's clock; `nil` before it, when only another
    /// connection can show whether the daemon has registered the key.
    public let pairedAt: Timestamp?

    /// Joins the parts.
    public init(
        key: PublicKey, user: UserID, addresses: [String], serverKey: PublicKey,
        nextServerKey: PublicKey? = nil, invitation: PublicKey, pairedAt: Timestamp? = nil
    ) {
        self.key = key
        self.user = user
        self.addresses = addresses
        self.serverKey = serverKey
        self.nextServerKey = nextServerKey
        self.invitation = invitation
        self.pairedAt = pairedAt
    }
}
