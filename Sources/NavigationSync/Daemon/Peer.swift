/// One connection on control, named by the transport; a reconnected client is another peer.
public struct Peer: Hashable, Sendable {
    /// What the transport calls it.
    public let identity: [UInt8]

    /// Wraps the transport's name.
    public init(identity: [UInt8]) {
        self.identity = identity
    }
}
