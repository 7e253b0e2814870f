public import NavigationModel

/// A scene as it is on disk.
public struct StoredScene: Hashable, Sendable {
    /// The id of its history.
    public let epoch: Epoch
    /// The last commit.
    public let revision: Revision
    /// The state at that commit: the newest snapshot and the log after it.
    public let state: SceneState
    /// The revision of the newest snapshot; zero if there is none.
    public let snapshotRevision: Revision
    /// Of each device that changed the scene: the settled change with its greatest sequence.
    public let last: [DeviceID: Settlement]

    /// Joins the parts.
    public init(
        epoch: Epoch, revision: Revision, state: SceneState, snapshotRevision: Revision,
        last: [DeviceID: Settlement]
    ) {
        self.epoch = epoch
        self.revision = revision
        self.state = state
        self.snapshotRevision = snapshotRevision
        self.last = last
    }
}
