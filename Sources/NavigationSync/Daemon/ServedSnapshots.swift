internal import NavigationModel
internal import NavigationWire

/// Snapshots that are being fetched: encoded once for all who fetch the same state, kept as bytes while
/// somebody does.
///
/// They are bounded by bytes: of one user, so that nobody's take the place of others', and of all. Beyond
/// it what was fetched of longest ago is let go.
struct ServedSnapshots: Sendable {
    /// The state that a snapshot is of.
    private struct Key: Hashable, Sendable {
        let key: SceneKey
        let epoch: Epoch
        let revision: Revision
        /// Whether it is of an earlier state than the present one.
        let isPast: Bool
        /// The digest of a state that a device has handed over: that may be another than the scene's own
        /// at the revision.
        let digest: Digest?
    }

    private struct ServedSnapshot: Sendable {
        let subject: Key
        let bytes: [UInt8]
        var used: Duration

        /// Bytes that it takes, with its place in tables.
        var cost: Int { bytes.count + 512 }
    }

    private var kept: [UInt64: ServedSnapshot] = [:]
    private var ids: [Key: UInt64] = [:]
    /// Bytes that each user's take.
    private var lengths: [UserID: Int] = [:]
    private var lastID: UInt64 = 0

    /// Bytes that all of them take.
    private(set) var length = 0
    /// The time when some may have to go; there may be none then.
    private(set) var nextDue: Duration?

    /// Snapshots that are kept.
    var count: Int { kept.count }

    /// Offers the scene as it is now, if somebody has asked for it at this revision before: they
    /// share the bytes.
    mutating func offer(_ scene: SceneAuthority, at now: Duration) -> SyncReply.Content? {
        let subject = Key(
            key: scene.key, epoch: scene.epoch, revision: scene.revision, isPast: false,
            digest: nil)
        guard let (id, length) = offer(subject, at: now) else { return nil }
        return .snapshot(id: id, revision: scene.revision, length: length)
    }

    /// Offers a scene's state at a revision, as bytes.
    mutating func offer(
        _ key: SceneKey, _ epoch: Epoch, _ revision: Revision,
        _ bytes: @autoclosure () -> [UInt8], isPast: Bool = true, digest: Digest? = nil,
        at now: Duration
    ) -> (id: UInt64, length: Int) {
        let subject = Key(
            key: key, epoch: epoch, revision: revision, isPast: isPast, digest: digest)
        if let same = offer(subject, at: now) { return same }
        let snapshot = ServedSnapshot(subject: subject, bytes: bytes(), used: now)
        evict(for: snapshot.cost, of: key.user)
        lastID += 1
        kept[lastID] = snapshot
        ids[subject] = lastID
        length += snapshot.cost
        lengths[key.user, default: 0] += snapshot.cost
        nextDue = nextDue ?? now + DaemonLimits.snapshotLifetime
        return (lastID, snapshot.bytes.count)
    }

    private mutating func offer(
        _ subject: Key, at now: Duration
    ) -> (id: UInt64, length: Int)? {
        guard let id = ids[subject], let length = kept[id]?.bytes.count else { return nil }
        kept[id]?.used = now
        return (id, length)
    }

    mutating func part(
        of id: UInt64, for key: SceneKey, from offset: Int, at now: Duration
    ) -> Reply.Result {
        guard let snapshot = kept[id], snapshot.subject.key == key,
            offset <= snapshot.bytes.count
        else {
            return .failure(Failure(.snapshotGone, "the snapshot is no longer kept: sync again"))
        }
        kept[id]?.used = now
        let end = min(snapshot.bytes.count, offset + WireLimits.chunk)
        return .snapshotContent(offset: offset, content: Array(snapshot.bytes[offset..<end]))
    }

    /// How far a mirror is that has got the part from `offset` on; `nil` if that is not the last, or
    /// not of the present state.
    func position(of id: UInt64, from offset: Int) -> MirrorPosition? {
        guard let snapshot = kept[id], !snapshot.subject.isPast,
            offset + WireLimits.chunk >= snapshot.bytes.count
        else { return nil }
        return MirrorPosition(epoch: snapshot.subject.epoch, revision: snapshot.subject.revision)
    }

    /// Lets go of snapshots of a state that never became durable.
    mutating func forget(_ key: SceneKey) {
        for (id, snapshot) in kept where snapshot.subject.key == key { remove(id) }
    }

    /// Lets go of those of which nobody has fetched for a while.
    mutating func expire(at now: Duration) {
        guard let due = nextDue, due <= now else { return }
        let lifetime = DaemonLimits.snapshotLifetime
        for (id, snapshot) in kept where snapshot.used + lifetime <= now { remove(id) }
        nextDue = kept.values.map(\.used).min().map { $0 + lifetime }
    }

    /// Lets go of what is in the way of so many more bytes: of the user's, then of anybody's.
    private mutating func evict(for more: Int, of user: UserID) {
        let own = lengths[user, default: 0]
        if own + more > DaemonLimits.snapshotLengthOfOne {
            letGo(of: own + more - DaemonLimits.snapshotLengthOfOne) { $0.key.user == user }
        }
        if length + more > DaemonLimits.snapshotLength {
            letGo(of: length + more - DaemonLimits.snapshotLength) { _ in true }
        }
    }

    /// Lets go of so many bytes, of what was used longest ago first. Costs a look at all that are kept,
    /// which is why a sixteenth of what there may be goes at least.
    private mutating func letGo(of surplus: Int, where isMeant: (Key) -> Bool) {
        var rest = max(surplus, DaemonLimits.snapshotLengthOfOne / 16)
        let meant = kept.filter { isMeant($0.value.subject) }
        let oldest = meant.sorted { ($0.value.used, $0.key) < ($1.value.used, $1.key) }
        for (id, snapshot) in oldest where rest > 0 {
            rest -= snapshot.cost
            remove(id)
        }
    }

    private mutating func remove(_ id: UInt64) {
        guard let snapshot = kept.removeValue(forKey: id) else { return }
        let user = snapshot.subject.key.user
        ids[snapshot.subject] = nil
        length -= snapshot.cost
        let rest = lengths[user, default: 0] - snapshot.cost
        lengths[user] = rest > 0 ? rest : nil
    }
}
