public import NavigationModel
public import NavigationWire

/// A state that a device has handed over, whole, until its digest has been looked at.
public struct HandedOver: Hashable, Sendable {
    /// The scene and its user.
    public let key: SceneKey
    /// Its place in its history.
    public let position: Head
    /// The store that confirmed it.
    public let store: StoreID
    /// The device.
    public let device: DeviceID
    /// The encoded state.
    public let bytes: [UInt8]
    /// The acknowledged revisions after it that the device submits anew.
    public var settled: [Revision] = []

    /// Returns what people see of it; `nil` if it can't be read, or is not what its digest says. Costs the
    /// state.
    ///
    /// - Parameter present: the scene as it is, if it can be read.
    public func summary(beside present: SceneCapture?) -> RememberedSummary? {
        guard let state = try? SceneState(snapshot: bytes), state.digest == position.digest else {
            return nil
        }
        let scene = state.scene
        let stacks = scene.tabs.map(\.stack) + scene.modals.map(\.stack)
        return RememberedSummary(
            latest: state.latest, tabs: scene.tabs.count,
            screens: stacks.reduce(0) { $0 + $1.count },
            isContained: present?.contains(state) ?? false)
    }
}

/// The summary of a state that was handed over, for people.
public struct RememberedSummary: Hashable, Sendable {
    /// The newest time that anything in it took effect.
    public let latest: Timestamp
    /// The tabs that are shown.
    public let tabs: Int
    /// The screens that are shown.
    public let screens: Int
    /// A Boolean value indicating whether all of it is in the scene as it is.
    let isContained: Bool
}

/// The way to a healed scene: a state that a device remembers, and on top of it all that was committed
/// since the store lost it.
///
/// Commits join, whatever was there before them, so those that the state has already change nothing.
/// Screens that were closed and forgotten since would come back with the commits that opened them, so
/// those that the state is known to have are left out; where nobody can know, nothing is.
public struct HealPlan: Hashable, Sendable {
    /// The scene.
    public let key: SceneKey
    /// The state that a device remembers, and where it stands.
    public let held: HandedOver
    /// The scene as it is; `nil` if it can't be read.
    let present: SceneCapture?
    /// The revision up to which the state has what the scene has; `nil` if that is to be found out.
    let common: Revision?
    /// The revision at which the scene's log begins.
    let oldestRevision: Revision
    /// The id of the history to come.
    let epoch: Epoch

    /// The revision after which the scene's log is to be read; `nil` if it is not needed, or begins
    /// too late.
    public var logStart: Revision? {
        guard let present, present.head.revision > .zero else { return nil }
        guard let common else { return oldestRevision }
        return common >= oldestRevision && common < present.head.revision ? common : nil
    }

    /// The last revision of the log that is to be read.
    public var logEnd: Revision { present?.head.revision ?? .zero }

    /// Begins with the remembered state; `nil` if that can't be read.
    public func begin() -> Healing? {
        (try? SceneState(snapshot: held.bytes)).map { Healing(self, state: $0) }
    }
}

/// A healed scene's state.
public struct HealedState: Hashable, Sendable {
    /// The digest.
    public let digest: Digest
    /// The encoded state.
    public let bytes: [UInt8]
    /// The revision that its history begins with.
    public let revision: Revision
}

/// A scene that is being healed.
public struct Healing: Sendable {
    private let plan: HealPlan
    private let remembered: SceneState
    /// The commits that the remembered state is not known to have.
    private var added: [Commit] = []
    /// A Boolean value indicating whether the remembered state is known to have a commit of the log.
    private var hasMet: Bool

    fileprivate init(_ plan: HealPlan, state: SceneState) {
        self.plan = plan
        remembered = state
        hasMet = plan.common != nil
    }

    /// Takes the next commits of the scene's log.
    public mutating func add(_ commits: [Commit]) {
        for commit in commits where commit.revision <= plan.logEnd {
            if plan.common == nil, remembered.has(commit) {
                hasMet = true
                added = []
            } else {
                added.append(commit)
            }
        }
    }

    /// Joins all of it; returns the state and its encoding.
    public func finish() -> HealedState {
        var state = remembered
        let revision = max(plan.held.position.revision, plan.logEnd).next
        // Devices have seen none of it together with what is remembered.
        if isLogEnough {
            for commit in added { state.join(commit.effects, at: revision) }
        } else {
            let present = plan.present?.entries ?? []
            state.join(present.map(\.effect), at: revision)
        }
        return HealedState(digest: state.digest, bytes: state.snapshot, revision: revision)
    }

    /// A Boolean value indicating whether the log has all that the remembered state may lack.
    private var isLogEnough: Bool {
        guard let common = plan.common else { return hasMet || plan.oldestRevision == .zero }
        return common >= plan.oldestRevision
    }
}

extension SceneState {
    /// Returns a Boolean value indicating whether a write of the commit is in the state: no other has its
    /// stamp.
    fileprivate func has(_ commit: Commit) -> Bool {
        commit.effects.contains { self[$0.record, $0.field]?.stamp == $0.stamp }
    }
}
