internal import NavigationModel
internal import NavigationWire

/// Group commit: what is being written, what gathers meanwhile, and what waits for either.
struct Batches: Sendable {
    struct Batch: Sendable {
        var writes: [SceneKey: SceneWrite] = [:]
        /// The heads that the batch makes durable.
        var heads: [SceneKey: Head] = [:]
        /// What may be said once the batch is durable, in order.
        var replies: [(scene: SceneKey, peer: Peer, reply: Reply)] = []
        var changeCount = 0

        var isEmpty: Bool { writes.isEmpty }
    }

    private(set) var gathering = Batch()
    private(set) var flying: Batch?

    /// Adds what a change came to, or a commit of the daemon's own, which settles nothing.
    mutating func add(
        _ settlement: Settlement?, _ commit: Commit?, to scene: SceneAuthority, expected: Revision
    ) {
        let fresh = SceneWrite(key: scene.key, epoch: scene.epoch, expected: expected)
        if let settlement {
            gathering.writes[scene.key, default: fresh].settlements.append(settlement)
        }
        if let commit { gathering.writes[scene.key, default: fresh].commits.append(commit) }
        gathering.heads[scene.key] = scene.head
        gathering.changeCount += 1
    }

    /// Holds a reply back until all that it shows of the scene is durable; hands it back if all is.
    mutating func hold(_ reply: Reply, to peer: Peer, showing key: SceneKey) -> Reply? {
        if gathering.writes[key] != nil {
            gathering.replies.append((key, peer, reply))
        } else if flying?.writes[key] != nil {
            flying?.replies.append((key, peer, reply))
        } else {
            return reply
        }
        return nil
    }

    /// Whether the scene has changes that are not on disk.
    func isWriting(_ key: SceneKey) -> Bool {
        gathering.writes[key] != nil || flying?.writes[key] != nil
    }

    /// Takes what has gathered, unless a batch is under way or there is nothing to write.
    mutating func start() -> [SceneWrite]? {
        guard flying == nil, !gathering.isEmpty else { return nil }
        flying = gathering
        gathering = Batch()
        return flying.map { $0.writes.values.sorted { $0.key < $1.key } }
    }

    mutating func land() -> Batch? {
        defer { flying = nil }
        return flying
    }

    /// Takes out of what gathers all that stands on writes that failed.
    mutating func abandon(_ keys: some Swift.Sequence<SceneKey>) -> Batch {
        var abandoned = Batch()
        for key in keys {
            gathering.writes[key] = nil
            gathering.heads[key] = nil
            abandoned.replies += gathering.replies.filter { $0.scene == key }
            gathering.replies.removeAll { $0.scene == key }
        }
        return abandoned
    }
}
