package import NavigationModel
package import NavigationWire

/// A state uploaded by a device, complete, until its digest has been checked.
package struct UploadedState: Hashable, Sendable {
    /// The scene and its user.
    package let key: SceneKey
    /// Its place in its history.
    package let position: Head
    /// The store that confirmed it.
    package let store: StoreID
    /// The device.
    package let device: DeviceID
    /// The encoded state.
    package let bytes: [UInt8]
    /// The acknowledged revisions after it that the device resubmits.
    package var settled: [Revision] = []
    /// The histories that its history contains.
    package var former: [FormerHistory] = []

    /// Adds the histories that another device names, as far as there is room.
    mutating func include(_ histories: [FormerHistory]) {
        for history in histories { former.include(history) }
        former = Array(former.prefix(FormerHistory.most))
    }

    /// Returns a summary of the projection; `nil` if the state can't be read, or does not match its
    /// digest. Its cost grows with the state.
    package func summary(beside present: SceneCapture?) -> RememberedSummary? {
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

/// The summary of an uploaded state, for people.
package struct RememberedSummary: Hashable, Sendable {
    /// The newest time that anything in it took effect.
    package let latest: Timestamp
    /// The number of tabs shown.
    package let tabs: Int
    /// The number of screens shown.
    package let screens: Int
    /// A Boolean value indicating whether the present scene contains all of it.
    let isContained: Bool
}

/// The plan for healing a scene: a state that a device remembers, merged with all commits since the
/// store lost it.
package struct HealPlan: Hashable, Sendable {
    /// The scene.
    package let key: SceneKey
    /// The state that a device remembers, with its head.
    package let held: UploadedState
    /// The present scene; `nil` if it can't be read.
    let present: SceneCapture?
    /// The last revision that the state shares with the scene; `nil` if that has to be found.
    let common: Revision?
    /// The revision at which the scene's log begins.
    let oldestRevision: Revision
    /// The id of the new history.
    let epoch: Epoch

    /// The revision after which the scene's log has to be read; `nil` if it is not needed, or
    /// begins too late.
    package var logStart: Revision? {
        guard let present, present.head.revision > .zero else { return nil }
        guard let common else { return oldestRevision }
        return common >= oldestRevision && common < present.head.revision ? common : nil
    }

    /// The last revision of the log to read.
    package var logEnd: Revision { present?.head.revision ?? .zero }

    /// Starts with the remembered state; `nil` if that can't be read.
    package func begin() -> Healing? {
        (try? SceneState(snapshot: held.bytes)).map { Healing(self, state: $0) }
    }
}

/// The state of a healed scene.
package struct HealedState: Hashable, Sendable {
    /// The digest.
    package let digest: Digest
    /// The encoded state.
    package let bytes: [UInt8]
    /// The revision that its history begins with.
    package let revision: Revision
}

/// The merge of a remembered state with the log.
package struct Healing: Sendable {
    private let plan: HealPlan
    private let remembered: SceneState
    /// The commits that the remembered state may lack.
    private var added: [Commit] = []
    /// A Boolean value indicating whether the remembered state is known to have a commit of the
    /// log.
    private var hasMet: Bool
    /// The last commit of the log that was read.
    private var reached: Revision
    /// A Boolean value indicating whether a commit before ``reached`` is missing: the log may be
    /// compacted while it is read.
    private var hasGap = false

    fileprivate init(_ plan: HealPlan, state: SceneState) {
        self.plan = plan
        remembered = state
        hasMet = plan.common != nil
        reached = plan.logStart ?? plan.logEnd
    }

    /// Adds the next commits of the scene's log.
    package mutating func add(_ commits: [Commit]) {
        for commit in commits where commit.revision <= plan.logEnd {
            hasGap = hasGap || commit.revision != reached.next
            reached = commit.revision
            if plan.common == nil, remembered.has(commit) {
                hasMet = true
                hasGap = false
                added = []
            } else {
                added.append(commit)
            }
        }
    }

    /// Merges all of it; returns the state and its encoding.
    package func finish() -> HealedState {
        var state = remembered
        let revision = max(plan.held.position.revision, plan.logEnd).next
        // No device has observed any of it together with the remembered state.
        if isLogEnough {
            for commit in added { state.join(commit.effects, at: revision) }
        } else {
            let present = plan.present?.entries ?? []
            state.join(present.map(\.effect), at: revision)
        }
        return HealedState(digest: state.digest, bytes: state.snapshot, revision: revision)
    }

    /// A Boolean value indicating whether the log has all commits that the remembered state may
    /// lack.
    private var isLogEnough: Bool {
        guard !hasGap, reached >= plan.logEnd else { return false }
        guard let common = plan.common else { return hasMet || plan.oldestRevision == .zero }
        return common >= plan.oldestRevision
    }
}

extension SceneState {
    /// Returns a Boolean value indicating whether the state has a write of the commit: no other has
    /// its stamp.
    fileprivate func has(_ commit: Commit) -> Bool {
        commit.effects.contains { self[$0.record, $0.field]?.stamp == $0.stamp }
    }
}
