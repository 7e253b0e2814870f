package import NavigationWire

/// A request that is not answered yet.
struct InboundRequest: Sendable {
    let request: Request
    /// The rules of its call.
    let rules: RequestRules
    let peer: Peer
    /// The arrival time.
    let received: Duration
    /// A Boolean value indicating whether it was queued for its scene to be read.
    var missedCache = false
    /// A Boolean value indicating whether it has been counted against its device's rate of changes,
    /// which is done once, however often it is then queued.
    var isMetered = false
    /// The number of retries after a rollback of what its reply would have shown.
    var retryCount = 0

    init(request: Request, peer: Peer, received: Duration) {
        self.request = request
        rules = RequestRules(request.call)
        self.peer = peer
        self.received = received
    }

    /// The unit of fair queueing that it counts to.
    var sender: FairnessKey { FairnessKey(peer) }

    /// Bytes that it takes while it is queued, about.
    var length: Int {
        switch request.call {
        case .submit(let submit): InboundRequest.ownLength + submit.change.count
        case .remember(let part): InboundRequest.ownLength + part.content.count
        default: InboundRequest.ownLength
        }
    }

    private static let ownLength = 512
}

/// One connection on control; a reconnected client is another peer.
package struct Peer: Hashable, Sendable {
    /// The connection.
    package let connection: ConnectionID
    /// The principal behind it.
    package let principal: Principal
    /// The connection's origin, as in `Attribution.origin`. Not compared: it names no connection.
    package let origin: String

    /// Joins the parts.
    package init(_ connection: ConnectionID, _ principal: Principal, origin: String = "") {
        self.connection = connection
        self.principal = principal
        self.origin = origin
    }

    /// Compares the connections and principals.
    package static func == (left: Peer, right: Peer) -> Bool {
        left.connection == right.connection && left.principal == right.principal
    }

    /// Feeds the connection alone, which distinguishes peers.
    package func hash(into hasher: inout Hasher) { hasher.combine(connection) }
}
