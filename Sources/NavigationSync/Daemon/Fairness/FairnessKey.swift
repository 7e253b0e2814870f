internal import NavigationWire

/// Whose share of a batch a change counts to, and whose rate a request: a key's, however many
/// connections it has, or a local connection's.
struct FairnessKey: Hashable, Sendable {
    private let principal: Principal
    private let identity: [UInt8]?

    init(_ peer: Peer) {
        principal = peer.principal
        if case .local = peer.principal { identity = peer.identity } else { identity = nil }
    }

    /// Whose rate a request counts to: all connections of a local user are one, too, unless it is an
    /// administrator, who may speak for many.
    init(asking peer: Peer, owner: UInt32) {
        principal = peer.principal
        if case .local(let uid) = peer.principal, uid == 0 || uid == owner {
            identity = peer.identity
        } else {
            identity = nil
        }
    }
}
