internal import NavigationModel
internal import NavigationWire

/// The subject that an answer shows: it leaves when all of that is durable.
enum DurabilityKey: Hashable, Sendable {
    case scene(SceneKey)
    /// The registry's rows of a user.
    case registry(UserID)

    var user: UserID {
        switch self {
        case .scene(let key): key.user
        case .registry(let user): user
        }
    }
}

/// Group commit: what is being written, what gathers meanwhile, and what waits for either.
struct GroupCommit: Sendable {
    struct Batch: Sendable {
        var writes: [SceneKey: SceneWrite] = [:]
        /// The heads that the batch makes durable.
        var heads: [SceneKey: Head] = [:]
        /// Rows of the registry, in the order in which they change.
        var changes: [(user: UserID, change: RegistryChange)] = []
        /// Whose rows they are.
        var registered: Set<UserID> = []
        /// Scenes that are erased.
        var erased: Set<SceneKey> = []
        /// Scenes that are healed.
        var healed: Set<SceneKey> = []
        /// The replies that may be sent once the batch is durable, in order; the receipts summed by
        /// client.
        var replies = SummedList<DeferredReply>()
        /// The consequences that follow then.
        var consequences: [PostCommitAction] = []
        /// All that it writes, weighed by client.
        var entries = SummedList<Entry>()

        var isEmpty: Bool { writes.isEmpty && changes.isEmpty }

        /// All whose scenes or registry it writes.
        var users: Set<UserID> { registered.union(writes.keys.map(\.user)) }

        func writes(_ subject: DurabilityKey) -> Bool {
            switch subject {
            case .scene(let key): writes[key] != nil
            case .registry(let user): registered.contains(user)
            }
        }
    }

    /// A change or a row of the registry in a batch.
    struct Entry: Summand, Sendable {
        /// Whose scene or registry it is.
        let user: UserID
        /// The client that brought it; `nil` if the daemon itself did.
        let group: FairnessKey?
        /// Its operations, and one more for each KiB.
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

    /// Adds what a change of a client came to.
    mutating func add(
        _ admitted: SceneAuthority.Admitted, to scene: SceneAuthority, expected: Revision,
        of part: Part
    ) {
        let fresh = SceneWrite(key: scene.key, epoch: scene.epoch, expected: expected)
        open.writes[scene.key, default: fresh].storedReceipts.append(admitted.storedReceipt)
        if let skipped = admitted.skipped {
            open.writes[scene.key, default: fresh].skipped.append(skipped)
        }
        add(admitted.commit, to: scene, expected: expected, of: part)
    }

    /// Adds a commit of the daemon's own, which settles nothing.
    mutating func add(_ commit: Commit, to scene: SceneAuthority, expected: Revision) {
        add(commit, to: scene, expected: expected, of: nil)
    }

    private mutating func add(
        _ commit: Commit?, to scene: SceneAuthority, expected: Revision, of part: Part?
    ) {
        let fresh = SceneWrite(key: scene.key, epoch: scene.epoch, expected: expected)
        if let commit { open.writes[scene.key, default: fresh].commits.append(commit) }
        open.heads[scene.key] = scene.head
        open.entries.append(Entry(user: scene.key.user, part: part))
    }

    /// Adds a snapshot of an earlier revision than the scene is at, or of the same.
    mutating func add(_ snapshot: SceneSnapshot, to scene: SceneAuthority) {
        let fresh = SceneWrite(key: scene.key, epoch: scene.epoch, expected: scene.revision)
        open.writes[scene.key, default: fresh].snapshot = snapshot
        open.heads[scene.key] = scene.head
    }

    /// Adds a row of the registry.
    mutating func add(_ change: RegistryChange, of user: UserID) {
        open.changes.append((user, change))
        switch change {
        case .eraseScene(let key, _, _): open.erased.insert(key)
        case .heal(let key, _, _): open.healed.insert(key)
        default: break
        }
        open.registered.insert(user)
        open.entries.append(Entry(user: user))
    }

    /// Adds what is to be done when all that has gathered is durable.
    mutating func add(_ consequence: PostCommitAction) {
        open.consequences.append(consequence)
    }

    /// Holds a reply back until all that it shows is durable; `false` if all is.
    mutating func deferReply(
        _ reply: Reply, to inbound: InboundRequest, showing subjects: [DurabilityKey]
    ) -> Bool {
        guard let user = subjects.first?.user else { return false }
        let held = DeferredReply(reply, to: inbound, of: user)
        if subjects.contains(where: { open.writes($0) }) {
            open.replies.append(held)
        } else if let inFlight, subjects.contains(where: { inFlight.writes($0) }) {
            self.inFlight?.replies.append(held)
        } else {
            return false
        }
        return true
    }

    /// A Boolean value indicating whether there is room for one more reply that takes many bytes and
    /// has to wait for the disk.
    var hasRoom: Bool {
        open.replies.length + (inFlight?.replies.length ?? 0) < DaemonLimits.queuedLength
    }

    /// Receipts of a client that wait for the disk.
    func inFlight(of share: FairnessKey) -> Int {
        open.replies.sum(of: share) + (inFlight?.replies.sum(of: share) ?? 0)
    }

    /// Returns a Boolean value indicating whether the scene has changes that are not on disk.
    func isWriting(_ key: SceneKey) -> Bool {
        open.writes[key] != nil || inFlight?.writes[key] != nil
    }

    /// Returns a Boolean value indicating whether what the registry has of a user is not all on
    /// disk.
    func isWriting(registryOf user: UserID) -> Bool {
        open.writes(.registry(user)) || inFlight?.writes(.registry(user)) ?? false
    }

    /// Returns a Boolean value indicating whether the scenes of a user are being erased.
    func isErasing(_ user: UserID) -> Bool {
        (open.changes + (inFlight?.changes ?? [])).contains { $0.change == .erase(user) }
    }

    /// Returns a Boolean value indicating whether something takes a scene's place: nothing, or a healed
    /// state.
    func isReplacing(_ key: SceneKey) -> Bool {
        [open, inFlight].contains { batch in
            batch.map { $0.erased.contains(key) || $0.healed.contains(key) } ?? false
        }
    }

    /// The scenes that the batch writes which may be started now.
    var startable: [SceneKey] { inFlight == nil ? Array(open.writes.keys) : [] }

    /// Adds the encodings of a scene's commits, which are made once.
    mutating func add(_ encodings: [Revision: [UInt8]], of key: SceneKey) {
        open.writes[key]?.encodings.merge(encodings) { $1 }
    }

    /// Takes what has gathered, unless a batch is under way or there is nothing to write.
    mutating func start() -> (writes: [SceneWrite], changes: [RegistryChange])? {
        guard inFlight == nil, !open.isEmpty else { return nil }
        let batch = open
        inFlight = batch
        open = Batch()
        return (batch.writes.values.sorted { $0.key < $1.key }, batch.changes.map(\.change))
    }

    mutating func complete() -> Batch? {
        defer { inFlight = nil }
        return inFlight
    }

    /// Takes out of what gathers all that may stand on writes that failed: what concerns their users.
    mutating func rollBack(_ users: Set<UserID>) -> Batch {
        var abandoned = Batch()
        for key in open.writes.keys where users.contains(key.user) {
            abandoned.writes[key] = open.writes.removeValue(forKey: key)
            open.heads[key] = nil
        }
        for reply in open.replies.take(where: { users.contains($0.user) }) {
            abandoned.replies.append(reply)
        }
        _ = open.entries.take { users.contains($0.user) }
        open.changes.removeAll { users.contains($0.user) }
        open.registered.subtract(users)
        open.erased = open.erased.filter { !users.contains($0.user) }
        open.healed = open.healed.filter { !users.contains($0.user) }
        open.consequences.removeAll { users.contains($0.user) }
        return abandoned
    }
}
