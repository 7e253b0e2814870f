public import NavigationModel

/// What the log says of a scene's state at an earlier revision.
public enum PastState: Hashable, Sendable {
    /// The state: an encoded snapshot, and its digest.
    case state(snapshot: [UInt8], digest: Digest, epoch: Epoch)
    /// The log no longer reaches back that far: `retained` is the first revision that it can tell.
    case compacted(oldestRevision: Revision)
    /// The scene is only at `head`.
    case future(head: Revision)
}
