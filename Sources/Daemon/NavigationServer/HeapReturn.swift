internal import POSIX

/// The rule by which memory is returned to the system after a burst: the allocator keeps freed
/// memory between live allocations for good.
struct HeapReturn: Sendable {
    /// The bytes that may be free in addition to those that have been returned.
    static let slack = 16_777_216
    /// The interval of the check.
    static let interval = Duration.seconds(15)

    /// The upper bound of the bytes that have been returned: those in use again are not.
    private var given = 0

    /// Records the free bytes now; returns a Boolean value indicating whether to return them.
    mutating func isDue(free: Int) -> Bool {
        given = min(given, free)
        return free - given >= Self.slack
    }

    /// Records the free bytes after returning memory.
    mutating func note(free: Int) {
        given = free
    }

    /// Checks periodically, until the task is cancelled.
    static func run() async {
        var rule = HeapReturn()
        while (try? await Task.sleep(for: interval)) != nil {
            // Not at a low priority: other allocating threads block meanwhile.
            rule = await BackgroundQueue.runShort { [rule] in
                var rule = rule
                guard rule.isDue(free: HeapMemory.freeBytes) else { return rule }
                HeapMemory.trim()
                rule.note(free: HeapMemory.freeBytes)
                return rule
            }
        }
    }
}
