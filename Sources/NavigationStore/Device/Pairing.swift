public import NavigationModel
public import NavigationWire

/// What a device knows of the daemon that lets it in by its key. Nothing in it is secret.
public struct Pairing: Hashable, Sendable {
    /// The device's own public key, by which the daemon knows it.
    public let key: PublicKey
    /// Whose device it is.
    public let user: UserID
    /// Where control is, `host:port`; the one that answered last is first.
    public let addresses: [String]
    /// The daemon's key.
    public let serverKey: PublicKey
    /// The key that the daemon has announced to have after a restart.
    public let nextServerKey: PublicKey?
    /// The public half of the invitation's key: with that very invitation it is the same pairing.
    public let invitation: PublicKey
    /// When the daemon's answer came, by this machine's clock; `nil` if it has not come yet, so that
    /// only another connection can tell whether the daemon knows the key.
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
