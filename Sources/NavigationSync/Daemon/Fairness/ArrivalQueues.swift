internal import DequeModule

/// Requests that wait in a row for each of many, bounded by their number and their bytes.
struct InboundQueues<Key: Hashable & Sendable>: Sendable {
    private struct Queue: Sendable {
        var inboundRequests: Deque<InboundRequest> = []
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
    func count(at key: Key) -> Int { queues[key]?.inboundRequests.count ?? 0 }

    /// A Boolean value indicating whether a row has room for one more: it holds so many at most, and
    /// ``DaemonLimits/queueLength`` bytes, or one that is longer.
    func hasRoom(
        for inbound: InboundRequest, at key: Key, most: Int = DaemonLimits.waiting
    ) -> Bool {
        guard let queue = queues[key] else { return true }
        return queue.inboundRequests.count < most
            && queue.length + inbound.length <= DaemonLimits.queueLength
    }

    /// Puts a request behind those of its row.
    mutating func append(_ inbound: InboundRequest, at key: Key) {
        count += 1
        length += inbound.length
        queues[key, default: Queue()].length += inbound.length
        queues[key]?.inboundRequests.append(inbound)
    }

    /// Takes the first of a row; `nil` if there is none.
    mutating func popFirst(at key: Key) -> InboundRequest? {
        guard let first = queues[key]?.inboundRequests.popFirst() else { return nil }
        count -= 1
        length -= first.length
        queues[key]?.length -= first.length
        if queues[key]?.inboundRequests.isEmpty ?? false { queues[key] = nil }
        return first
    }

    /// Takes a whole row.
    mutating func takeAll(at key: Key) -> [InboundRequest] {
        guard let queue = queues.removeValue(forKey: key) else { return [] }
        count -= queue.inboundRequests.count
        length -= queue.length
        return Array(queue.inboundRequests)
    }
}
