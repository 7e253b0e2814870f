/// Who has brought changes of late, and so shares what a batch takes.
struct ActiveWriters: Sendable {
    private var seen: [FairnessKey: Duration] = [:]
    private var swept = Duration.zero

    /// How long one counts after its last change.
    private static let memory = Duration.seconds(1)
    /// How often those who have stopped are looked for.
    private static let interval = Duration.milliseconds(100)
    /// So many are as good as more: each has the smallest share there is.
    private static let limit = 1_024

    /// How many there are.
    var count: Int { seen.count }

    /// Notes that somebody has brought one.
    mutating func note(_ share: FairnessKey, at now: Duration) {
        if now - swept >= Self.interval {
            seen = seen.filter { now - $0.value < Self.memory }
            swept = now
        }
        guard seen.count < Self.limit || seen[share] != nil else { return }
        seen[share] = now
    }
}
