internal import NavigationWire

/// Whose share of a batch a change counts to: a key's, however many connections it has, or a local
/// connection's.
struct Share: Hashable, Sendable {
    private let principal: Principal
    private let identity: [UInt8]?

    init(_ peer: Peer) {
        principal = peer.principal
        if case .local = peer.principal { identity = peer.identity } else { identity = nil }
    }
}
