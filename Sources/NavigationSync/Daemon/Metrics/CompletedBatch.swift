/// A batch that has become durable: what it takes to tell how long its changes took.
public struct CompletedBatch: Hashable, Sendable {
    /// When the changes came in whose receipts were given with it.
    public internal(set) var received: [Duration] = []
    /// Changes and rows of the registry in it.
    public internal(set) var size = 0
    /// Commits in it.
    public internal(set) var commits = 0
}
