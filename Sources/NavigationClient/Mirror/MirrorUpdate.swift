public import NavigationModel
public import NavigationSync

/// A mirror's scene at one moment, and what happened since the update before.
public struct MirrorUpdate: Sendable {
    /// What people see: what the daemon confirmed, with this device's own changes on top.
    public let scene: Scene
    /// The id of the scene's history; ``Epoch/none`` before the first contact.
    public let epoch: Epoch
    /// The last commit that the mirror has.
    public let revision: Revision
    /// This device's changes that have no outcome yet.
    public let pendingCount: Int
    /// How the mirror stands to its daemon.
    public let status: MirrorStatus
    /// What stands in the way, if anything does: the daemon is not there, the disk is full, ….
    public let error: NavigationClientError?
    /// What was confirmed since the update before, in order; empty if `wasReplaced`.
    public let commits: [Commit]
    /// Whether there is no list of what happened: in the first update, after a snapshot, and when
    /// too much happened for one who is slow. Then the scene itself is all there is to go by.
    public let isReset: Bool
    /// The records as the daemon confirmed them: this mirror's own copy.
    public let state: SceneState

    init(
        scene: Scene, state: SceneState, epoch: Epoch, revision: Revision, pendingCount: Int,
        status: MirrorStatus, error: NavigationClientError?, commits: [Commit],
        isReset: Bool
    ) {
        self.scene = scene
        self.state = state
        self.epoch = epoch
        self.revision = revision
        self.pendingCount = pendingCount
        self.status = status
        self.error = error
        self.commits = commits
        self.isReset = isReset
    }

    /// The digest of the confirmed state, of this mirror's own records: equal digests at one
    /// revision prove equal mirrors. For one computed from all records anew, ask
    /// ``SceneState/recomputedDigest`` of ``state``.
    public var digest: Digest { state.digest }
}
