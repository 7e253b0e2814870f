internal import Files

/// The rule by which memory goes back to the system after a burst: the allocator keeps what was freed
/// between things that are still in use, for good.
struct HeapReturn: Sendable {
    /// Bytes that may be free beside those that have been given back.
    static let slack = 16_777_216
    /// The time between two looks.
    static let interval = Duration.seconds(15)

    /// Bytes that have been given back, at most: what is used again is not.
    private var given = 0

    /// Notes what is free now; returns a Boolean value indicating whether to give it back.
    mutating func isDue(free: Int) -> Bool {
        given = min(given, free)
        return free - given >= Self.slack
    }

    /// Notes what is free after it was given back.
    mutating func note(free: Int) {
        given = free
    }

    /// Looks every so often, until the task is cancelled.
    static func run() async {
        var rule = HeapReturn()
        while (try? await Task.sleep(for: interval)) != nil {
            // Not at a low priority: others who allocate wait for it.
            rule = await BackgroundQueue.runShort { [rule] in
                var rule = rule
                guard rule.isDue(free: HeapMemory.freeBytes) else { return rule }
                HeapMemory.giveBack()
                rule.note(free: HeapMemory.freeBytes)
                return rule
            }
        }
    }
}
