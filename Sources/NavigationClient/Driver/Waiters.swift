/// Those who wait for something that is yet to come, each until its own deadline at most.
struct Waiters<Key: Hashable, Value: Sendable> {
    private var waiting: [Key: [Int: CheckedContinuation<Value?, Never>]] = [:]
    private var lastToken = 0

    var isEmpty: Bool { waiting.isEmpty }
    var keys: Set<Key> { Set(waiting.keys) }

    /// A name for one who is about to wait.
    mutating func makeToken() -> Int {
        lastToken += 1
        return lastToken
    }

    /// Adds one who waits; its token takes it away again.
    mutating func add(
        _ continuation: CheckedContinuation<Value?, Never>, for key: Key, _ token: Int
    ) {
        waiting[key, default: [:]][token] = continuation
    }

    /// Gives all who wait for `key` their value.
    mutating func resume(_ key: Key, with value: Value) {
        for continuation in (waiting.removeValue(forKey: key) ?? [:]).values {
            continuation.resume(returning: value)
        }
    }

    /// Tells one that its time is up. Without effect if it has its value.
    mutating func expire(_ key: Key, _ token: Int) {
        waiting[key]?.removeValue(forKey: token)?.resume(returning: nil)
        if waiting[key]?.isEmpty ?? false { waiting[key] = nil }
    }

    /// Tells all that nothing will come.
    mutating func expireAll() {
        for key in keys {
            for continuation in (waiting.removeValue(forKey: key) ?? [:]).values {
                continuation.resume(returning: nil)
            }
        }
    }
}
