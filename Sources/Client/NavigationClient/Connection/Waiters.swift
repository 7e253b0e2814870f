/// The waiters for values that are yet to come, each until its own deadline at most.
struct Waiters<Key: Hashable, Value: Sendable> {
    private var waiting: [Key: [Int: CheckedContinuation<Value?, Never>]] = [:]
    private var lastToken = 0

    var isEmpty: Bool { waiting.isEmpty }
    var keys: Set<Key> { Set(waiting.keys) }

    /// Returns a token for a new waiter.
    mutating func makeToken() -> Int {
        lastToken += 1
        return lastToken
    }

    /// Adds a waiter; its token removes it again.
    mutating func add(
        _ continuation: CheckedContinuation<Value?, Never>, for key: Key, _ token: Int
    ) {
        waiting[key, default: [:]][token] = continuation
    }

    /// Resumes all waiters for `key` with their value.
    mutating func resume(_ key: Key, with value: Value) {
        for continuation in (waiting.removeValue(forKey: key) ?? [:]).values {
            continuation.resume(returning: value)
        }
    }

    /// Resumes one waiter with `nil`. Without effect if it has its value.
    mutating func expire(_ key: Key, _ token: Int) {
        waiting[key]?.removeValue(forKey: token)?.resume(returning: nil)
        if waiting[key]?.isEmpty ?? false { waiting[key] = nil }
    }

    /// Resumes all waiters with `nil`.
    mutating func expireAll() {
        for key in keys {
            for continuation in (waiting.removeValue(forKey: key) ?? [:]).values {
                continuation.resume(returning: nil)
            }
        }
    }
}
