package import NavigationModel
package import NavigationWire

/// A scene as the daemon last confirmed it to a mirror.
package struct ConfirmedScene: Hashable, Sendable {
    /// The id of its history; `Epoch.none` before the first sync.
    package var epoch: Epoch
    /// The last commit in it.
    package var revision: Revision
    /// The state at that commit.
    package var state: SceneState
    /// The sequence number of the mirror's own device's last change with a receipt by then: the
    /// effects of that one and those before it are in the state, whether their outcomes are known
    /// or not.
    package var lastSequence: SequenceNumber
    /// The histories that its history contains, as the daemon told with the first snapshot of it.
    package let former: [FormerHistory]

    /// Joins the parts.
    package init(
        epoch: Epoch, revision: Revision, state: SceneState, lastSequence: SequenceNumber = .zero,
        former: [FormerHistory] = []
    ) {
        self.former = former
        self.epoch = epoch
        self.revision = revision
        self.state = state
        self.lastSequence = lastSequence
    }

    /// Returns a Boolean value indicating whether the state has the effects of the device's change:
    /// then it is not to be applied on top of it. A change settled in another history has no place
    /// on top of this one, whether it is in it or not.
    package func contains(_ change: PendingChange) -> Bool {
        if let revision = change.revision {
            return change.epoch != epoch || revision <= self.revision
        }
        return change.epoch != .none && change.change.sequence <= lastSequence
    }

    /// The state of a mirror before its first sync.
    package static let nothing = ConfirmedScene(epoch: .none, revision: .zero, state: SceneState())
}

/// Two different states of one scene, of which one is discarded: for a report.
package struct Divergence: Hashable, Sendable {
    /// The cause of a divergence.
    package enum Cause: String, Hashable, Sendable {
        /// The digests differ at one revision.
        case differs
        /// The mirror has revisions that the daemon does not have, in the same epoch.
        case ahead
        /// The daemon has begun another history of the same store, with fewer revisions than the
        /// mirror has of the one before: it has lost some, or was restored.
        case replaced
    }

    /// The cause.
    package let cause: Cause
    /// The mirror's scene.
    package let mirror: ConfirmedScene
    /// The daemon's scene.
    package let daemon: ConfirmedScene

    /// Joins the parts.
    package init(cause: Cause, mirror: ConfirmedScene, daemon: ConfirmedScene) {
        self.cause = cause
        self.mirror = mirror
        self.daemon = daemon
    }
}
