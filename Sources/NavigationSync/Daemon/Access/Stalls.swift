internal import DequeModule
internal import NavigationWire

/// Requests that wait until what they need of the registry has been read. Those of a connection wait
/// in a row: a change is judged by what was handed over before it.
struct Stalls: Sendable {
    private var queues: [Peer: Deque<Arrival>] = [:]
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

    /// How many requests wait. Costs a look at each connection.
    var count: Int { queues.values.reduce(0) { $0 + $1.count } }

    /// Has a connection wait for something, beginning with this request.
    mutating func stall(_ arrival: Arrival, at need: Need) {
        queues[arrival.peer, default: []].append(arrival)
        peers[need, default: []].append(arrival.peer)
    }

    /// Puts a request behind those of its connection that wait already.
    mutating func append(_ arrival: Arrival) {
        queues[arrival.peer]?.append(arrival)
    }

    /// What waited is there, or won't be: takes out who waited for it, with all of theirs.
    mutating func take(_ need: Need) -> [Arrival] {
        (peers.removeValue(forKey: need) ?? []).flatMap { peer in
            queues.removeValue(forKey: peer) ?? []
        }
    }
}
