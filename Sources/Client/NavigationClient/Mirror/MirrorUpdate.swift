public import NavigationModel
public import NavigationSync

/// A mirror's scene at one moment, with the commits since the previous update.
public struct MirrorUpdate: Sendable {
    /// The optimistic scene: the confirmed state with this device's pending changes on top, and with
    /// the selection that this device keeps.
    public let scene: Scene
    /// The id of the scene's log; `Epoch.none` before the first connection.
    public let epoch: Epoch
    /// The revision of the last commit that the mirror has.
    public let revision: Revision
    /// The number of this device's pending changes.
    public let pendingCount: Int
    /// The mirror's status with its daemon.
    public let status: MirrorStatus
    /// The error that stands in the way, if any: the daemon can't be reached, the disk is full, and
    /// so on.
    public let error: NavigationClientError?
    /// The commits since the previous update, in order; empty if ``isReset``.
    public let commits: [Commit]
    /// A Boolean value indicating whether the commits are unknown: in the first update, after a
    /// snapshot, and when a slow subscriber missed too many. Then only the scene itself is to be
    /// used.
    public let isReset: Bool
    /// The confirmed records: this mirror's replica.
    package let state: SceneState

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
    /// revision prove equal mirrors. `SceneState.recomputedDigest` of ``state`` computes one from
    /// all records anew.
    public var digest: Digest { state.digest }

    /// Returns the selection that a device keeps, as the daemon has it. That of this device is
    /// ``scene``'s.
    public func selection(of device: DeviceID) -> DeviceSelection { state.selection(of: device) }

    /// Returns the tab that is selected on a device, as the daemon has it.
    public func selectedTab(of device: DeviceID) -> TabID? { state.selectedTab(of: device) }
}
