/// A batch that has become durable, with the data for latency metrics.
public struct CompletedBatch: Hashable, Sendable {
    /// The arrival times of the changes whose receipts were sent with it.
    public internal(set) var received: [Duration] = []
    /// Changes and registry rows in it.
    public internal(set) var size = 0
    /// Commits in it.
    public internal(set) var commits = 0
}
