internal import DequeModule

/// A queue of requests for each of many keys, bounded by their number and their bytes.
struct InboundQueues<Key: Hashable & Sendable>: Sendable {
    private struct Queue: Sendable {
        var inboundRequests: Deque<InboundRequest> = []
        var length = 0
    }

    private var queues: [Key: Queue] = [:]
    /// Requests in all queues.
    private(set) var count = 0
    /// Their total length in bytes.
    private(set) var length = 0

    /// The number of nonempty queues.
    var rows: Int { queues.count }

    /// Returns the number of requests in one queue.
    func count(at key: Key) -> Int { queues[key]?.inboundRequests.count ?? 0 }

    /// A Boolean value indicating whether a queue has room for one more: it holds `most` requests,
    /// and ``DaemonLimits/queueLength`` bytes or a single longer one.
    func hasRoom(
        for inbound: InboundRequest, at key: Key, most: Int = DaemonLimits.waiting
    ) -> Bool {
        guard let queue = queues[key] else { return true }
        return queue.inboundRequests.count < most
            && queue.length + inbound.length <= DaemonLimits.queueLength
    }

    /// Appends a request to a queue.
    mutating func append(_ inbound: InboundRequest, at key: Key) {
        count += 1
        length += inbound.length
        queues[key, default: Queue()].length += inbound.length
        queues[key]?.inboundRequests.append(inbound)
    }

    /// Removes and returns the first of a queue; `nil` if there is none.
    mutating func popFirst(at key: Key) -> InboundRequest? {
        guard let first = queues[key]?.inboundRequests.popFirst() else { return nil }
        count -= 1
        length -= first.length
        queues[key]?.length -= first.length
        if queues[key]?.inboundRequests.isEmpty ?? false { queues[key] = nil }
        return first
    }

    /// Removes and returns a whole queue.
    mutating func takeAll(at key: Key) -> [InboundRequest] {
        guard let queue = queues.removeValue(forKey: key) else { return [] }
        count -= queue.inboundRequests.count
        length -= queue.length
        return Array(queue.inboundRequests)
    }
}
