package import NavigationModel
package import NavigationWire

/// A read of the store, or another computation away from the daemon's own thread.
package enum StoreRead: Hashable, Sendable {
    /// Commits after a position, of a log that reaches up to `head`.
    case history(SceneKey, after: MirrorPosition, limit: Int, head: Revision)
    /// The commits that follow on a mirror's revision, as many as fit a reply. Shared by all
    /// clients that request the same.
    case commits(SceneKey, after: MirrorPosition)
    /// The same from memory, to be joined.
    case tail([EncodedCommit], of: SceneKey, after: MirrorPosition)
    /// The receipt of a change that is no longer in memory.
    case storedReceipt(SceneKey, DeviceID, SequenceNumber, hash: Digest)
    /// The state at an earlier revision.
    case state(SceneKey, at: Revision)
    /// An audit of the scene, up to the revision in memory.
    case audit(SceneCapture, wholeStore: Bool)
    /// The scene's head, recomputed from all its records.
    case status(SceneCapture)
    /// The encoded state of the scene.
    case snapshot(SceneCapture)
    /// A user's registry rows and usage.
    case account(UserID)
    /// The owner of a principal.
    case owner(Principal)
    /// The owner of a principal that is to be registered; one that is free is reserved first.
    case reserve(Registration)
    /// The summary of a state that a device has uploaded, beside the scene as it is in memory.
    case summary(UploadedState, present: SceneCapture?)
    /// The state that replaces a scene.
    case heal(HealPlan)
    /// Existing users, sorted by name, with their usage.
    case users(after: UserID?, limit: Int)
}

/// A key or a local user that is to be registered for a user.
package struct Registration: Hashable, Sendable {
    /// The key of a device or an invitation, or the local user.
    package let principal: Principal
    /// The user.
    package let user: UserID

    /// Joins the parts.
    package init(principal: Principal, user: UserID) {
        (self.principal, self.user) = (principal, user)
    }
}

/// The result of a ``StoreRead``.
package enum StoreReadResult: Hashable, Sendable {
    /// Commits, oldest first.
    case history(CommitPage, hasMore: Bool, of: SceneKey)
    /// Commits above a revision, oldest first; those directly after it may have been compacted.
    case commits(CommitPage, of: SceneKey, after: MirrorPosition)
    /// The receipt; `nil` if it is not kept.
    case storedReceipt(StoredReceipt?, hash: Digest)
    /// The state; `nil` if nothing was ever committed to the scene.
    case state(PastState?, of: SceneKey, at: Revision)
    /// The audit of the stored scene, and the head that was in memory at the request.
    case audit(StoredAudit, memory: Head)
    /// The scene's head, recomputed from all its records.
    case status(Head, of: SceneKey)
    /// The encoded state of the scene.
    case snapshot([UInt8], of: SceneCapture)
    /// The user's registry rows, `nil` if it was never added, and its usage.
    case account(UserAccount?, UserUsage, of: UserID)
    /// The owner; `nil` if there is none.
    case owner(UserID?, of: Principal)
    /// The owner; `nil` if the principal is free and reserved.
    case reserved(UserID?, Registration)
    /// The summary of a state; `nil` if it does not match its digest.
    case summary(RememberedSummary?, of: UploadedState)
    /// The state that replaces a scene; `nil` if the remembered one can't be read.
    case healed(HealedState?, by: HealPlan)
    /// Users, with a flag for more after them.
    case users([UserInfo], hasMore: Bool)
}

extension StoreRead {
    /// The result, if it can be computed from memory alone; `nil` if the store has to be read. Its
    /// cost grows with the scene.
    package var answerFromMemory: StoreReadResult? {
        switch self {
        case .status(let capture): .status(capture.recomputedHead, of: capture.key)
        case .snapshot(let capture): .snapshot(capture.snapshot, of: capture)
        case .tail(let commits, let key, let mirror):
            .commits(CommitPage(commits), of: key, after: mirror)
        case .history, .commits, .storedReceipt, .state, .audit, .account, .owner, .reserve,
            .users, .heal:
            nil
        case .summary(let handed, let present):
            .summary(handed.summary(beside: present), of: handed)
        }
    }
}

/// An id of a read under way.
package struct ReadID: Hashable, Sendable {
    let number: UInt64
}
