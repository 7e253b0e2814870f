/// The recently active writers, which share a batch.
struct ActiveWriters: Sendable {
    private var seen: [FairnessKey: Duration] = [:]
    private var swept = Duration.zero

    /// The time for which a writer counts after its last change.
    private static let memory = Duration.seconds(1)
    /// The interval of dropping inactive writers.
    private static let interval = Duration.milliseconds(100)
    /// The most writers counted: beyond it the share is at its minimum anyway.
    private static let limit = 1_024

    /// The number of active writers.
    var count: Int { seen.count }

    /// Records a change of a writer.
    mutating func note(_ share: FairnessKey, at now: Duration) {
        if now - swept >= Self.interval {
            seen = seen.filter { now - $0.value < Self.memory }
            swept = now
        }
        guard seen.count < Self.limit || seen[share] != nil else { return }
        seen[share] = now
    }
}
