internal import NavigationWire

/// Requests of the callers themselves, beside those of a mirror's core: kept until their replies.
struct PendingRequests {
    private var waiting: [UInt64: (Request, CheckedContinuation<Reply.Result?, Never>)] = [:]
    /// Far above all ids of the core.
    private var lastID: UInt64 = 1 << 63

    /// The requests without a reply, in order.
    var pending: [Request] { waiting.values.map(\.0).sorted { $0.id < $1.id } }

    /// Returns the id of the next request.
    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Adds a request.
    mutating func add(
        _ request: Request, _ continuation: CheckedContinuation<Reply.Result?, Never>
    ) {
        waiting[request.id] = (request, continuation)
    }

    /// Takes a reply if it is to one of these requests; returns `false` otherwise.
    mutating func take(_ bytes: [UInt8]) -> Bool {
        guard !waiting.isEmpty, let reply = try? Reply(encoded: bytes),
            let (_, continuation) = waiting.removeValue(forKey: reply.id)
        else { return false }
        continuation.resume(returning: reply.result)
        return true
    }

    /// Cancels one request. Without effect after its reply.
    mutating func expire(_ id: UInt64) {
        waiting.removeValue(forKey: id)?.1.resume(returning: nil)
    }

    /// Cancels all requests.
    mutating func expireAll() {
        for id in waiting.keys { expire(id) }
    }
}
