public import NavigationModel

/// The log's result for a scene's state at an earlier revision.
public enum PastState: Hashable, Sendable {
    /// The state: an encoded snapshot, and its digest.
    case state(snapshot: [UInt8], digest: Digest, epoch: Epoch)
    /// The log no longer reaches back that far: `oldestRevision` is the first with a state.
    case compacted(oldestRevision: Revision)
    /// The scene is only at `head`.
    case future(head: Revision)
}
