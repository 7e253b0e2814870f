internal import DequeModule

/// Requests that wait in a row for each of many, bounded by their number and their bytes.
struct ArrivalQueues<Key: Hashable & Sendable>: Sendable {
    private struct Queue: Sendable {
        var arrivals: Deque<InboundRequest> = []
        var length = 0
    }

    private var queues: [Key: Queue] = [:]
    /// Requests in all rows.
    private(set) var count = 0
    /// Bytes of all of them.
    private(set) var length = 0

    /// Rows in which something waits.
    var rows: Int { queues.count }

    /// Requests in one row.
    func count(at key: Key) -> Int { queues[key]?.arrivals.count ?? 0 }

    /// A Boolean value indicating whether a row has room for one more: it holds so many at most, and
    /// ``DaemonLimits/queueLength`` bytes, or one that is longer.
    func hasRoom(
        for arrival: InboundRequest, at key: Key, most: Int = DaemonLimits.waiting
    ) -> Bool {
        guard let queue = queues[key] else { return true }
        return queue.arrivals.count < most
            && queue.length + arrival.length <= DaemonLimits.queueLength
    }

    /// Puts a request behind those of its row.
    mutating func append(_ arrival: InboundRequest, at key: Key) {
        count += 1
        length += arrival.length
        queues[key, default: Queue()].length += arrival.length
        queues[key]?.arrivals.append(arrival)
    }

    /// Takes the first of a row; `nil` if there is none.
    mutating func popFirst(at key: Key) -> InboundRequest? {
        guard let first = queues[key]?.arrivals.popFirst() else { return nil }
        count -= 1
        length -= first.length
        queues[key]?.length -= first.length
        if queues[key]?.arrivals.isEmpty ?? false { queues[key] = nil }
        return first
    }

    /// Takes a whole row.
    mutating func takeAll(at key: Key) -> [InboundRequest] {
        guard let queue = queues.removeValue(forKey: key) else { return [] }
        count -= queue.arrivals.count
        length -= queue.length
        return Array(queue.arrivals)
    }
}
