internal import NavigationModel
internal import NavigationWire

/// The subject that an answer shows: it leaves when all of that is durable.
enum Subject: Hashable, Sendable {
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
struct Batches: Sendable {
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
        var replies = SummedList<HeldReply>()
        /// The consequences that follow then.
        var consequences: [Consequence] = []
        /// All that it writes, weighed by client.
        var entries = SummedList<Entry>()

        var isEmpty: Bool { writes.isEmpty && changes.isEmpty }

        /// All whose scenes or registry it writes.
        var users: Set<UserID> { registered.union(writes.keys.map(\.user)) }

        func writes(_ subject: Subject) -> Bool {
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
        let group: Share?
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
    typealias Part = (share: Share, operations: Int, length: Int)

    private(set) var gathering = Batch()
    private(set) var flying: Batch?

    /// Adds what a change of a client came to.
    mutating func add(
        _ admitted: SceneAuthority.Admitted, to scene: SceneAuthority, expected: Revision,
        of part: Part
    ) {
        let fresh = SceneWrite(key: scene.key, epoch: scene.epoch, expected: expected)
        gathering.writes[scene.key, default: fresh].settlements.append(admitted.settlement)
        if let skipped = admitted.skipped {
            gathering.writes[scene.key, default: fresh].skipped.append(skipped)
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
        if let commit { gathering.writes[scene.key, default: fresh].commits.append(commit) }
        gathering.heads[scene.key] = scene.head
        gathering.entries.append(Entry(user: scene.key.user, part: part))
    }

    /// Adds a snapshot of an earlier revision than the scene is at, or of the same.
    mutating func add(_ snapshot: SceneSnapshot, to scene: SceneAuthority) {
        let fresh = SceneWrite(key: scene.key, epoch: scene.epoch, expected: scene.revision)
        gathering.writes[scene.key, default: fresh].snapshot = snapshot
        gathering.heads[scene.key] = scene.head
    }

    /// Adds a row of the registry.
    mutating func add(_ change: RegistryChange, of user: UserID) {
        gathering.changes.append((user, change))
        switch change {
        case .eraseScene(let key, _, _): gathering.erased.insert(key)
        case .heal(let key, _, _): gathering.healed.insert(key)
        default: break
        }
        gathering.registered.insert(user)
        gathering.entries.append(Entry(user: user))
    }

    /// Adds what is to be done when all that has gathered is durable.
    mutating func add(_ consequence: Consequence) {
        gathering.consequences.append(consequence)
    }

    /// Holds a reply back until all that it shows is durable; `false` if all is.
    mutating func hold(
        _ reply: Reply, to arrival: Arrival, showing subjects: [Subject]
    ) -> Bool {
        guard let user = subjects.first?.user else { return false }
        let held = HeldReply(reply, to: arrival, of: user)
        if subjects.contains(where: { gathering.writes($0) }) {
            gathering.replies.append(held)
        } else if let flying, subjects.contains(where: { flying.writes($0) }) {
            self.flying?.replies.append(held)
        } else {
            return false
        }
        return true
    }

    /// A Boolean value indicating whether there is room for one more reply that takes many bytes and
    /// has to wait for the disk.
    var hasRoom: Bool {
        gathering.replies.length + (flying?.replies.length ?? 0) < DaemonLimits.queuedLength
    }

    /// Receipts of a client that wait for the disk.
    func inFlight(of share: Share) -> Int {
        gathering.replies.sum(of: share) + (flying?.replies.sum(of: share) ?? 0)
    }

    /// Returns a Boolean value indicating whether the scene has changes that are not on disk.
    func isWriting(_ key: SceneKey) -> Bool {
        gathering.writes[key] != nil || flying?.writes[key] != nil
    }

    /// Returns a Boolean value indicating whether what the registry has of a user is not all on
    /// disk.
    func isWriting(registryOf user: UserID) -> Bool {
        gathering.writes(.registry(user)) || flying?.writes(.registry(user)) ?? false
    }

    /// Returns a Boolean value indicating whether the scenes of a user are being erased.
    func isErasing(_ user: UserID) -> Bool {
        (gathering.changes + (flying?.changes ?? [])).contains { $0.change == .erase(user) }
    }

    /// Returns a Boolean value indicating whether something takes a scene's place: nothing, or a healed
    /// state.
    func isReplacing(_ key: SceneKey) -> Bool {
        [gathering, flying].contains { batch in
            batch.map { $0.erased.contains(key) || $0.healed.contains(key) } ?? false
        }
    }

    /// The scenes that the batch writes which may be started now.
    var startable: [SceneKey] { flying == nil ? Array(gathering.writes.keys) : [] }

    /// Adds the encodings of a scene's commits, which are made once.
    mutating func add(_ encodings: [Revision: [UInt8]], of key: SceneKey) {
        gathering.writes[key]?.encodings.merge(encodings) { $1 }
    }

    /// Takes what has gathered, unless a batch is under way or there is nothing to write.
    mutating func start() -> (writes: [SceneWrite], changes: [RegistryChange])? {
        guard flying == nil, !gathering.isEmpty else { return nil }
        let batch = gathering
        flying = batch
        gathering = Batch()
        return (batch.writes.values.sorted { $0.key < $1.key }, batch.changes.map(\.change))
    }

    mutating func land() -> Batch? {
        defer { flying = nil }
        return flying
    }

    /// Takes out of what gathers all that may stand on writes that failed: what concerns their users.
    mutating func abandon(_ users: Set<UserID>) -> Batch {
        var abandoned = Batch()
        for key in gathering.writes.keys where users.contains(key.user) {
            abandoned.writes[key] = gathering.writes.removeValue(forKey: key)
            gathering.heads[key] = nil
        }
        for reply in gathering.replies.take(where: { users.contains($0.user) }) {
            abandoned.replies.append(reply)
        }
        _ = gathering.entries.take { users.contains($0.user) }
        gathering.changes.removeAll { users.contains($0.user) }
        gathering.registered.subtract(users)
        gathering.erased = gathering.erased.filter { !users.contains($0.user) }
        gathering.healed = gathering.healed.filter { !users.contains($0.user) }
        gathering.consequences.removeAll { users.contains($0.user) }
        return abandoned
    }
}
