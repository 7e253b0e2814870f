public import NavigationWire

/// One connection on control, named by the transport; a reconnected client is another peer.
public struct Peer: Hashable, Sendable {
    /// The transport's id of it.
    public let identity: [UInt8]
    /// The principal behind it.
    public let principal: Principal
    /// The connection's origin, as in `Attribution.origin`. Not compared: it names no connection.
    public let origin: String

    /// Joins the parts.
    public init(identity: [UInt8], principal: Principal, origin: String = "") {
        self.identity = identity
        self.principal = principal
        self.origin = origin
    }

    /// Compares the identities and principals.
    public static func == (left: Peer, right: Peer) -> Bool {
        left.identity == right.identity && left.principal == right.principal
    }

    /// Hashes the compared properties.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(principal)
    }
}
