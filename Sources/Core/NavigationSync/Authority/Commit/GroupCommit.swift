internal import NavigationModel
internal import NavigationWire

/// The subject of a reply, which is sent when all its subjects are durable.
enum DurabilityKey: Hashable, Sendable {
    case scene(SceneKey)
    /// The user's registry rows.
    case registry(UserID)

    var user: UserID {
        switch self {
        case .scene(let key): key.user
        case .registry(let user): user
        }
    }
}

/// Group commit: the batch in flight, the open batch, and the replies deferred until either is
/// durable.
struct GroupCommit: Sendable {
    struct Batch: Sendable {
        var writes = SlotTable<SceneKey, SceneWrite>()
        /// Registry rows, in the order in which they change.
        var changes: [(user: UserID, change: RegistryChange)] = []
        /// The users of those rows.
        var registered: Set<UserID> = []
        /// Scenes that are erased, or get another id.
        var erased: Set<SceneKey> = []
        /// Scenes that are healed, or get this id.
        var healed: Set<SceneKey> = []
        /// The replies to send once the batch is durable, in order; the receipts summed by client.
        var replies = SummedList<DeferredReply>()
        /// The actions to take then.
        var consequences: [PostCommitAction] = []
        /// All that it writes, weighted by client.
        var entries = SummedList<Entry>()

        var isEmpty: Bool { writes.isEmpty && changes.isEmpty }

        /// The users whose scenes or registry it writes.
        var users: Set<UserID> { registered.union(writes.keys.lazy.map(\.user)) }

        /// Returns a Boolean value indicating whether it writes for a user that satisfies a
        /// condition.
        func writes(forUserWhere condition: (UserID) -> Bool) -> Bool {
            writes.keys.contains { condition($0.user) } || registered.contains(where: condition)
        }

        func writes(_ subject: DurabilityKey) -> Bool {
            switch subject {
            case .scene(let key): writes.contains(key)
            case .registry(let user): registered.contains(user)
            }
        }
    }

    /// A change or a registry row in a batch.
    struct Entry: Summand, Sendable {
        /// The user of the scene or registry row.
        let user: UserID
        /// The client that brought it; `nil` if the daemon itself did.
        let group: FairnessKey?
        /// Its operations, plus one for each KiB.
        let weight: Int
        let length: Int

        init(user: UserID, part: Part? = nil) {
            self.user = user
            group = part?.share
            length = part?.length ?? 0
            weight = (part?.operations ?? 0) + length / Price.changeLength
        }
    }

    /// A client's part of a batch, and its bytes.
    typealias Part = (share: FairnessKey, operations: Int, length: Int)

    private(set) var open = Batch()
    private(set) var inFlight: Batch?

    /// A Boolean value indicating whether nothing is being written, nor waits to be.
    var isIdle: Bool { inFlight == nil && open.isEmpty }

    /// Adds an executed change of a client.
    mutating func add(
        _ admitted: SceneAuthority.Admitted, to key: SceneKey, of epoch: Epoch, by part: Part
    ) {
        write(to: key, of: epoch, expected: admitted.expected, admitted.digest) { write in
            write.storedReceipts.append(admitted.storedReceipt)
            if let skipped = admitted.skipped { write.skipped.append(skipped) }
            if let commit = admitted.commit { write.commits.append(commit) }
        }
        open.entries.append(Entry(user: key.user, part: part))
    }

    /// Adds a commit of the daemon's own, which has no receipt.
    mutating func add(_ commit: EncodedCommit, to scene: SceneAuthority, expected: Revision) {
        write(to: scene.key, of: scene.epoch, expected: expected, scene.state.digest) {
            $0.commits.append(commit)
        }
        open.entries.append(Entry(user: scene.key.user))
    }

    /// Adds to the write of a scene, which ends at the state with this digest.
    private mutating func write(
        to key: SceneKey, of epoch: Epoch, expected: Revision, _ digest: Digest,
        _ body: (inout SceneWrite) -> Void
    ) {
        open.writes.update(
            key, default: SceneWrite(key: key, epoch: epoch, expected: expected)
        ) { write in
            body(&write)
            write.digest = digest
        }
    }

    /// Adds a snapshot of the scene's revision or an earlier one.
    mutating func add(_ snapshot: SceneSnapshot, to scene: SceneAuthority) {
        write(to: scene.key, of: scene.epoch, expected: scene.revision, scene.state.digest) {
            $0.snapshot = snapshot
        }
    }

    /// Adds a registry row.
    mutating func add(_ change: RegistryChange, of user: UserID) {
        open.changes.append((user, change))
        switch change {
        // Nobody mirrors a scene in the trash.
        case .eraseScene(let key, _, _): if !key.scene.isTrash { open.erased.insert(key) }
        case .moveScene(let key, let target, _, _):
            if !key.scene.isTrash { open.erased.insert(key) }
            if !target.scene.isTrash { open.healed.insert(target) }
        case .heal(let key, _, _): open.healed.insert(key)
        default: break
        }
        open.registered.insert(user)
        open.entries.append(Entry(user: user))
    }

    /// Adds an action to take when the open batch is durable.
    mutating func add(_ consequence: PostCommitAction) {
        open.consequences.append(consequence)
    }

    /// Defers a reply until all that it shows is durable; returns it if all is.
    mutating func deferReply(
        _ reply: consuming Reply, to inbound: InboundRequest, showing subjects: [DurabilityKey]
    ) -> Reply? {
        let isOpen = subjects.contains { open.writes($0) }
        guard let user = subjects.first?.user, isOpen || isInFlight(subjects) else { return reply }
        let held = DeferredReply(
            reply: reply, peer: inbound.peer, received: inbound.received, user: user,
            retry: inbound.retry)
        if isOpen {
            open.replies.append(held)
        } else {
            inFlight?.replies.append(held)
        }
        return nil
    }

    /// Returns a Boolean value indicating whether one of some subjects is being written.
    private func isInFlight(_ subjects: [DurabilityKey]) -> Bool {
        guard let inFlight else { return false }
        return subjects.contains { inFlight.writes($0) }
    }

    /// A Boolean value indicating whether there is room for one more large deferred reply.
    var hasRoom: Bool {
        open.replies.length + (inFlight?.replies.length ?? 0) < DaemonLimits.queuedLength
    }

    /// Returns the number of a client's deferred receipts.
    func inFlight(of share: FairnessKey) -> Int {
        open.replies.sum(of: share) + (inFlight?.replies.sum(of: share) ?? 0)
    }

    /// The users of all that is not durable.
    var users: Set<UserID> { open.users.union(inFlight?.users ?? []) }

    /// Returns a Boolean value indicating whether the scene has changes that are not durable.
    func isWriting(_ key: SceneKey) -> Bool {
        open.writes.contains(key) || inFlight?.writes.contains(key) ?? false
    }

    /// Returns a Boolean value indicating whether a user has registry rows in memory that are not
    /// durable.
    func isWriting(registryOf user: UserID) -> Bool {
        open.writes(.registry(user)) || inFlight?.writes(.registry(user)) ?? false
    }

    /// Returns a Boolean value indicating whether the scenes of a user are being erased.
    func isErasing(_ user: UserID) -> Bool {
        (open.changes + (inFlight?.changes ?? [])).contains { $0.change == .erase(user) }
    }

    /// Returns a Boolean value indicating whether a write removes a scene, or replaces it by a
    /// healed state.
    func isReplacing(_ key: SceneKey) -> Bool {
        [open, inFlight].contains { batch in
            batch.map { $0.erased.contains(key) || $0.healed.contains(key) } ?? false
        }
    }

    /// Starts the open batch; `nil` if one is in flight or there is nothing to write. The scenes are
    /// in the order of their first changes.
    mutating func start() -> (writes: [SceneWrite], changes: [RegistryChange])? {
        guard inFlight == nil, !open.isEmpty else { return nil }
        let batch = open
        inFlight = batch
        open = Batch()
        return (batch.writes.values, batch.changes.map(\.change))
    }

    mutating func complete() -> Batch? {
        defer { inFlight = nil }
        return inFlight
    }

    /// Removes from the open batch all that may depend on failed writes of these users; returns it.
    mutating func rollBack(_ users: Set<UserID>) -> Batch {
        var rolledBack = Batch()
        for key in open.writes.keys where users.contains(key.user) {
            rolledBack.writes[key] = open.writes.removeValue(forKey: key)
        }
        for reply in open.replies.take(where: { users.contains($0.user) }) {
            rolledBack.replies.append(reply)
        }
        _ = open.entries.take { users.contains($0.user) }
        open.changes.removeAll { users.contains($0.user) }
        open.registered.subtract(users)
        open.erased = open.erased.filter { !users.contains($0.user) }
        open.healed = open.healed.filter { !users.contains($0.user) }
        open.consequences.removeAll { users.contains($0.user) }
        return rolledBack
    }
}

extension SceneWrite {
    /// The head that the write ends at.
    var head: Head {
        Head(
            scene: key.scene, epoch: epoch, revision: commits.last?.revision ?? expected,
            digest: digest)
    }
}

/// An action that follows a registry change once that is durable.
enum PostCommitAction: Sendable {
    /// Devices were revoked.
    case revoked([RegisteredDevice], of: UserID)
    /// A user was removed.
    case removed(UserID)
    /// A device's role has changed.
    case roleChanged(of: UserID)
    /// A scene was removed.
    case erased(SceneKey)
    /// A device has left permanently.
    case left(DeviceID, of: UserID)
    /// An invitation was withdrawn.
    case withdrawn(InvitationID, of: UserID)

    var user: UserID {
        switch self {
        case .revoked(_, let user), .removed(let user), .roleChanged(let user),
            .left(_, let user), .withdrawn(_, let user):
            user
        case .erased(let key): key.user
        }
    }
}
