internal import DequeModule
internal import NavigationWire

/// Requests that wait until what they need of the registry has been read. Those of a connection wait
/// in a row: a change is judged by what was handed over before it.
struct Stalls: Sendable {
    private var queues: [Peer: Deque<Request>] = [:]
    /// Who waits for what, in the order in which they came.
    private var peers: [Need: [Peer]] = [:]

    /// What is waited for.
    var needs: Int { peers.count }

    func isAwaited(_ need: Need) -> Bool { peers[need] != nil }

    func isStalled(_ peer: Peer) -> Bool { queues[peer] != nil }

    /// Whether there is room for one more request of a connection, and for another need.
    func hasRoom(for peer: Peer, _ need: Need? = nil) -> Bool {
        let isRoomy = queues[peer, default: []].count < DaemonLimits.waiting
        guard let need else { return isRoomy }
        return isRoomy && queues.count < DaemonLimits.sessions
            && (peers[need] != nil || peers.count < DaemonLimits.reads)
    }

    /// Has a connection wait for something, beginning with this request.
    mutating func stall(_ peer: Peer, at need: Need, with request: Request) {
        queues[peer, default: []].append(request)
        peers[need, default: []].append(peer)
    }

    /// Puts a request behind those of its connection that wait already.
    mutating func append(_ request: Request, from peer: Peer) {
        queues[peer]?.append(request)
    }

    /// What waited is there, or won't be: takes out who waited for it, with all of theirs.
    mutating func take(_ need: Need) -> [(peer: Peer, requests: Deque<Request>)] {
        (peers.removeValue(forKey: need) ?? []).map { peer in
            (peer, queues.removeValue(forKey: peer) ?? [])
        }
    }
}
