internal import NavigationModel
internal import NavigationWire

/// The way of a change to the disk: the scenes in memory, the requests that await one, the open batch
/// and the one in flight, and what prevents reading or writing.
struct CommitPipeline: Sendable {
    /// The store's identity; `nil` in benchmarks without a store.
    let store: StoreIdentity?
    /// The memory limit for scenes, in bytes.
    var budget: Int
    /// The scenes in memory.
    var scenes = SceneCache()
    /// Scenes being read.
    private(set) var loading: Set<SceneKey> = []
    /// Those of them that another node may have written to since their read began.
    private var overtaken: Set<SceneKey> = []
    /// Requests queued until their scene is read, or pruned.
    var awaiting = InboundQueues<SceneKey>()
    /// Scenes reloading after an indeterminate write.
    private var indeterminate: Set<SceneKey> = []
    /// The open batch and the one in flight.
    var batches = GroupCommit()
    /// The receipts sent since the last ``takeCompletedBatch()``.
    private var completed: CompletedBatch?
    /// The reason why only writes admitted by ``Reserve`` are accepted: the disk was full, and has
    /// not been reported to have space again.
    var lacking: DaemonCore.PersistenceFailure?
    /// The damage found since the start.
    var damages = DamageRecord()
    /// Users whose scenes were erased since the start: their new scenes have no earlier epoch.
    private var erased: Set<UserID> = []
    /// A Boolean value indicating whether a scene lost its id since the start: the store has
    /// another epoch seed since.
    private var hasRemovedScenes = false

    init(store: StoreIdentity?, budget: Int) {
        self.store = store
        self.budget = budget
    }

    // MARK: Loading

    /// Starts to read a scene, if that is not under way; returns whether there is room for it. A
    /// scene that is being removed would be read as it was.
    mutating func load(_ key: SceneKey, _ effects: inout [DaemonCore.Effect]) -> Bool {
        guard !batches.isReplacing(key) else { return false }
        guard !loading.contains(key) else { return true }
        guard loading.count < DaemonLimits.reads else { return false }
        loading.insert(key)
        effects.append(.load(key))
        return true
    }

    /// Reloads a scene after an indeterminate write, to find its durable head.
    mutating func reload(_ key: SceneKey, _ effects: inout [DaemonCore.Effect]) {
        guard load(key, &effects) else { return }
        indeterminate.insert(key)
    }

    /// Records that another node may write to the scenes being read of users that are not served.
    mutating func overtakeLoads(unless served: ServedUsers) {
        for key in loading where !served.includes(key.user) { overtaken.insert(key) }
    }

    /// Ends the read of a scene; returns the requests that awaited it, and Boolean values indicating
    /// whether it was read after an indeterminate write, and whether another node may have written to
    /// it since.
    mutating func endLoading(
        _ key: SceneKey
    ) -> (awaiting: [InboundRequest], isIndeterminate: Bool, isOvertaken: Bool) {
        loading.remove(key)
        let isOvertaken = overtaken.remove(key) != nil
        return (awaiting.takeAll(at: key), indeterminate.contains(key), isOvertaken)
    }

    /// Adds a scene that was read, or begins anew, to the cache.
    mutating func insert(_ scene: SceneAuthority) {
        indeterminate.remove(scene.key)
        scenes[scene.key] = scene
    }

    /// Returns the epoch of a scene without commits: the same at each start, but never that of an
    /// erased scene.
    func freshEpoch(
        of key: SceneKey, using generator: inout some RandomNumberGenerator
    ) -> Epoch {
        guard let store, !hasRemovedScenes, !erased.contains(key.user) else {
            return .random(using: &generator)
        }
        return store.epoch(of: key)
    }

    /// Records that the scenes of a user are erased.
    mutating func erase(_ user: UserID) { erased.insert(user) }

    /// Records that a scene is removed, or gets another id.
    mutating func remove(_ key: SceneKey) {
        batches.add(.erased(key))
        hasRemovedScenes = true
    }

    // MARK: Checks

    /// Returns a user's scenes, for a registry change that a commit in each of them announces. A
    /// damaged one is left out: it can't take a commit, and must not prevent a revocation.
    func scenesInMemory(
        of user: UserID, _ usage: UserUsage
    ) throws(RequestError) -> [SceneKey] {
        let keys = usage.scenes.sorted().map { SceneKey(user: user, scene: $0) }
        try checkAreInMemory(keys)
        return keys.filter { damages.scenes[$0] == nil }
    }

    /// Throws if one of the scenes has to be read first; a damaged one can't be.
    func checkAreInMemory(_ keys: [SceneKey]) throws(RequestError) {
        for key in keys where scenes.slot(of: key) == nil && damages.scenes[key] == nil {
            throw .needs(.scene(key))
        }
    }

    /// Throws a refusal if the registry can't be changed.
    func checkRegistryTakesChanges(for principal: Principal) throws(RequestError) {
        if let damage = damages.store { throw .refused(.damaged(damage, for: principal)) }
    }

}

extension CommitPipeline {
    // MARK: Changes

    /// Returns the submitted change; throws if it can't be accepted whatever the scene's state.
    func read(
        _ submit: SubmitRequest, of session: Session, in slot: SceneCache.Slot
    ) throws(RequestError) -> Change {
        guard submit.epoch == scenes[slot].epoch else {
            throw .refused(
                Failure(.epochChanged, "the scene has another epoch", advice: "sync first"))
        }
        guard submit.change.count <= SceneLimits.changeLength else {
            throw .refused(
                Failure(
                    .tooLarge, "a change has at most \(SceneLimits.changeLength) bytes",
                    advice: "split it"))
        }
        let change: Change
        do {
            change = try Change(encoded: submit.change)
        } catch {
            throw .refused(Failure(.malformed, "\(error)"))
        }
        // Even a rejected change has an outcome for each operation, which is stored and sent.
        guard change.operations.count <= SceneLimits.operations else {
            throw .refused(
                Failure(
                    .tooLarge, "a change has at most \(SceneLimits.operations) operations",
                    advice: "split it"
                ))
        }
        guard change.device == session.device, change.sequence > submit.after else {
            throw .refused(
                Failure(
                    .malformed,
                    "a change must have its sender's device id and the next sequence number"))
        }
        return change
    }

    /// Throws if a change that is about to be executed has a base that its scene never reached.
    func checkBase(of change: Change, in slot: SceneCache.Slot) throws(RequestError) {
        // One more than the head: some clients count the change itself as observed.
        let reached = scenes[slot].revision
        guard change.base.revision <= reached.next else {
            throw .refused(
                Failure(
                    .malformed,
                    "base revision \(change.base.revision) is beyond the head, "
                        + "revision \(reached)", advice: "sync first"))
        }
    }

    /// Executes a change in memory and adds it to the open batch, with the maintenance that it makes
    /// due; returns its receipt and its number of steps.
    mutating func admit(
        _ change: Change, hash: Digest, of submission: Submission, at now: ClockReading
    ) -> (receipt: StoredReceipt, steps: Int) {
        let slot = submission.slot
        let admitted = scenes[slot].admit(
            change, hash: hash, author: submission.author, age: submission.age(at: now),
            at: now.wall)
        batches.add(
            admitted, to: submission.key, of: scenes[slot].epoch,
            by: (submission.share, change.operations.count, submission.submit.change.count))
        if admitted.mayLengthenPositions, let own = scenes[slot].rekey(at: now.wall) {
            batches.add(own, to: scenes[slot], expected: admitted.expected)
        }
        return (admitted.storedReceipt, change.operations.count + admitted.effects)
    }

    /// Makes a commit of the daemon's own in each of some scenes.
    mutating func add(to keys: [SceneKey], _ commit: (inout SceneAuthority) -> EncodedCommit?) {
        for slot in keys.compactMap({ scenes.slot(of: $0) }) {
            let expected = scenes[slot].revision
            guard let made = commit(&scenes[slot]) else { continue }
            batches.add(made, to: scenes[slot], expected: expected)
        }
    }

    // MARK: Batches

    /// Makes the heads of a batch the durable ones, and counts it.
    mutating func confirm(_ batch: GroupCommit.Batch, _ metrics: inout DaemonMetrics) {
        for write in batch.writes.values {
            scenes.update(write.key) { $0.becomeDurable(write.head) }
        }
        count(batch, &metrics)
    }

    /// Returns the batch that became durable in the last step, once; `nil` if none did.
    mutating func takeCompletedBatch() -> CompletedBatch? {
        defer { completed = nil }
        return completed
    }

    /// Counts a durable batch.
    private mutating func count(_ batch: GroupCommit.Batch, _ metrics: inout DaemonMetrics) {
        var completedBatch = CompletedBatch()
        completedBatch.size = batch.entries.count
        completedBatch.received.reserveCapacity(batch.replies.count)
        for write in batch.writes.values {
            completedBatch.commits += write.commits.count
            for storedReceipt in write.storedReceipts {
                metrics.outcomes[OutcomeLabel(storedReceipt.outcomes.mostSevere)] += 1
            }
        }
        metrics.commits += UInt64(completedBatch.commits)
        completed = completedBatch
    }

    /// Records a reply of a durable batch.
    mutating func recordDurable(_ held: DeferredReply) {
        guard case .receipt = held.reply.result else { return }
        completed?.received.append(held.received)
    }
}
