internal import NavigationModel
internal import NavigationWire

/// Requests that wait until what they need of the registry has been read. Those of a connection wait
/// in a row: a change is judged by what was handed over before it.
struct BlockedRequests: Sendable {
    private var queues = InboundQueues<Peer>()
    /// Who waits for what, in the order in which they came.
    private var peers: [Dependency: [Peer]] = [:]

    /// What is waited for.
    var needs: Int { peers.count }

    /// The users of whom a scene is waited for: a request may need several at once.
    var usersOfScenes: Set<UserID> {
        Set(
            peers.keys.compactMap { need in
                if case .scene(let key) = need { key.user } else { nil }
            })
    }

    func isAwaited(_ need: Dependency) -> Bool { peers[need] != nil }

    func isStalled(_ peer: Peer) -> Bool { queues.count(at: peer) > 0 }

    /// A Boolean value indicating whether there is room for one more request of its connection, and for
    /// another need.
    func hasRoom(for inbound: InboundRequest, _ need: Dependency? = nil) -> Bool {
        let isRoomy = queues.hasRoom(for: inbound, at: inbound.peer)
        guard let need else { return isRoomy }
        return isRoomy && (peers[need] != nil || peers.count < DaemonLimits.reads)
    }

    /// Requests that wait.
    var count: Int { queues.count }

    /// Bytes of all of them.
    var length: Int { queues.length }

    /// Has a connection wait for something, beginning with this request.
    mutating func block(_ inbound: InboundRequest, at need: Dependency) {
        queues.append(inbound, at: inbound.peer)
        peers[need, default: []].append(inbound.peer)
    }

    /// Puts a request behind those of its connection that wait already.
    mutating func append(_ inbound: InboundRequest) {
        guard isStalled(inbound.peer) else { return }
        queues.append(inbound, at: inbound.peer)
    }

    /// What waited is there, or won't be: takes out who waited for it, with all of theirs.
    mutating func take(_ need: Dependency) -> [InboundRequest] {
        (peers.removeValue(forKey: need) ?? []).flatMap { queues.takeAll(at: $0) }
    }
}
