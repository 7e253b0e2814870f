public import NavigationModel

/// A scene as the daemon last confirmed it to a mirror.
public struct ConfirmedScene: Hashable, Sendable {
    /// The id of its history; `Epoch.none` before the first sync.
    public var epoch: Epoch
    /// The last commit in it.
    public var revision: Revision
    /// The state at that commit.
    public var state: SceneState
    /// The mirror's own device's last change that the daemon had settled by then: what that one and
    /// those before it have done is in the state, whether their outcomes are known or not.
    public var lastSequence: SequenceNumber

    /// Joins the parts.
    public init(
        epoch: Epoch, revision: Revision, state: SceneState, lastSequence: SequenceNumber = .zero
    ) {
        self.epoch = epoch
        self.revision = revision
        self.state = state
        self.lastSequence = lastSequence
    }

    /// Returns a Boolean value indicating whether the state has what the device's change did: then
    /// it is not to be shown on top of it. What was settled in another history has no place above
    /// this one, whether it is in it or not.
    public func contains(_ change: PendingChange) -> Bool {
        if let revision = change.revision {
            return change.epoch != epoch || revision <= self.revision
        }
        return change.epoch != .none && change.change.sequence <= lastSequence
    }

    /// The state of a mirror before its first sync.
    public static let nothing = ConfirmedScene(epoch: .none, revision: .zero, state: SceneState())
}
