public import NavigationWire

/// One connection on control, named by the transport; a reconnected client is another peer.
public struct Peer: Hashable, Sendable {
    /// What the transport calls it.
    public let identity: [UInt8]
    /// Who is behind it.
    public let principal: Principal

    /// Joins the parts.
    public init(identity: [UInt8], principal: Principal) {
        self.identity = identity
        self.principal = principal
    }
}
