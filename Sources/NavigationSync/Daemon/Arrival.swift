internal import NavigationWire

/// A request that has come in, as long as it is not answered.
struct Arrival: Sendable {
    let request: Request
    let peer: Peer
    /// When it came in.
    let received: Duration
    /// Whether it has waited for its scene to be read.
    var hasMissed = false
}
