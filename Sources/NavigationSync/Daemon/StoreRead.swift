public import NavigationModel
public import NavigationWire

/// What is read from the log, or found out elsewhere than on the daemon's own thread.
public enum StoreRead: Hashable, Sendable {
    /// Commits above a revision.
    case history(SceneKey, after: Revision, limit: Int)
    /// The commits that follow on a mirror's revision, as many as fit a reply. Whoever else asks for the
    /// same is answered with it.
    case commits(SceneKey, after: MirrorPosition)
    /// The same from memory, to be encoded.
    case page([Commit], of: SceneKey, after: MirrorPosition)
    /// What a change came to that memory no longer knows.
    case storedReceipt(SceneKey, DeviceID, SequenceNumber, hash: Digest)
    /// The state at an earlier revision.
    case state(SceneKey, at: Revision)
    /// The scene, up to where memory is, in every way that there is.
    case audit(SceneCapture, wholeStore: Bool)
    /// Where the scene stands, by all of its records.
    case status(SceneCapture)
    /// All of the scene, as bytes.
    case snapshot(SceneCapture)
    /// All that the registry has of a user, and what else the user has.
    case account(UserID)
    /// Whose key, invitation or local user it is.
    case owner(Principal)
    /// The summary of a state that a device has handed over, beside the scene as it is in memory.
    case summary(HandedOver, present: SceneCapture?)
    /// The state that takes the place of a scene.
    case heal(HealPlan)
    /// Users that are there, in the order of their names, with what they have.
    case users(after: UserID?, limit: Int)
}

/// What was read from the log.
public enum StoreReadResult: Hashable, Sendable {
    /// Commits, oldest first.
    case history([Commit], hasMore: Bool, of: SceneKey)
    /// Commits above a revision, oldest first; those directly after it may be compacted away.
    case commits(CommitPage, of: SceneKey, after: MirrorPosition)
    /// What the change came to; `nil` if that is not kept.
    case storedReceipt(StoredReceipt?, hash: Digest)
    /// The state; `nil` if nothing was ever committed to the scene.
    case state(PastState?, of: SceneKey, at: Revision)
    /// What is on disk, and what was in memory when it was asked for.
    case audit(StoredAudit, memory: Head)
    /// Where the scene stands, by all of its records.
    case status(Head, of: SceneKey)
    /// All of the scene, as bytes.
    case snapshot([UInt8], of: SceneCapture)
    /// All that the registry has of the user, `nil` if it was never added; and what else it has.
    case account(UserAccount?, UserUsage, of: UserID)
    /// The user; `nil` if it is nobody's.
    case owner(UserID?, of: Principal)
    /// The summary of a state; `nil` if it is not what it is said to be.
    case summary(RememberedSummary?, of: HandedOver)
    /// The state that takes the place of a scene; `nil` if what is remembered can't be read.
    case healed(HealedState?, by: HealPlan)
    /// Users, and whether there are more after them.
    case users([UserInfo], hasMore: Bool)
}

extension StoreRead {
    /// What memory alone has the answer to; `nil` for what the store has to be asked. Costs what the
    /// scene holds.
    public var answerFromMemory: StoreReadResult? {
        switch self {
        case .status(let sample): .status(sample.recomputedHead, of: sample.key)
        case .snapshot(let sample): .snapshot(sample.snapshot, of: sample)
        case .page(let commits, let key, let mirror):
            .commits(CommitPage(commits), of: key, after: mirror)
        case .history, .commits, .storedReceipt, .state, .audit, .account, .owner, .users,
            .heal:
            nil
        case .summary(let handed, let present):
            .summary(handed.summary(beside: present), of: handed)
        }
    }
}

/// Names a fetch that is under way.
public struct ReadID: Hashable, Sendable {
    let number: UInt64
}
