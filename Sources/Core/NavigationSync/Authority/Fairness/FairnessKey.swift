internal import NavigationWire

/// The unit of fair queueing: a key, with all its connections, or a local connection.
struct FairnessKey: Hashable, Sendable {
    private let principal: Principal
    private let identity: [UInt8]?

    init(_ peer: Peer) {
        principal = peer.principal
        if case .local = peer.principal { identity = peer.identity } else { identity = nil }
    }

    /// Creates the key for rate limits: all connections of a local user are one, too, except an
    /// administrator's, who may act for many.
    init(asking peer: Peer, owner: UInt32) {
        principal = peer.principal
        if case .local(let uid) = peer.principal, uid == 0 || uid == owner {
            identity = peer.identity
        } else {
            identity = nil
        }
    }
}
