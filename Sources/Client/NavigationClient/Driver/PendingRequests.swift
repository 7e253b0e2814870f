internal import NavigationWire

/// Requests of the callers themselves, beside those of the core: kept until their replies, and sent
/// again on a new connection.
struct PendingRequests {
    private var waiting: [UInt64: (Request, CheckedContinuation<Reply.Result?, Never>)] = [:]
    private(set) var isConnected = false
    /// Far above all ids of the core.
    private var lastID: UInt64 = 1 << 63

    /// Returns the id of the next request.
    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Adds a request; it is sent now, or when there is a connection.
    mutating func add(
        _ request: Request, _ continuation: CheckedContinuation<Reply.Result?, Never>,
        send: (Request) -> Void
    ) {
        waiting[request.id] = (request, continuation)
        if isConnected { send(request) }
    }

    /// Sends all pending requests on a new connection, after the hello.
    mutating func connect(send: (Request) -> Void) {
        isConnected = true
        for (request, _) in waiting.values.sorted(by: { $0.0.id < $1.0.id }) { send(request) }
    }

    mutating func disconnect() {
        isConnected = false
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
    mutating func close() {
        for id in waiting.keys { expire(id) }
    }
}
