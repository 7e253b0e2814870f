internal import NavigationModel
internal import NavigationWire

/// Snapshots being served: encoded once for all clients that fetch the same state, kept as bytes
/// meanwhile.
struct ServedSnapshots: Sendable {
    /// The state of a snapshot.
    private struct Key: Hashable, Sendable {
        let key: SceneKey
        let epoch: Epoch
        let revision: Revision
        /// A Boolean value indicating whether it is of an earlier state than the present one.
        let isPast: Bool
        /// The digest of a state that a device has uploaded, which may differ from the scene's own
        /// at the revision.
        let digest: Digest?
    }

    private struct ServedSnapshot: Sendable {
        let subject: Key
        let bytes: [UInt8]
        var used: Duration

        /// Bytes that it takes, with its table entries.
        var cost: Int { bytes.count + 512 }
    }

    private var kept: [UInt64: ServedSnapshot] = [:]
    private var ids: [Key: UInt64] = [:]
    /// Bytes of each user's snapshots.
    private var lengths: [UserID: Int] = [:]
    private var lastID: UInt64 = 0

    /// Bytes of all snapshots.
    private(set) var length = 0

    /// The number of snapshots.
    var count: Int { kept.count }

    /// Offers the scene's present state, if its snapshot at this revision was requested before: the
    /// bytes are shared.
    mutating func offer(_ scene: SceneAuthority, at now: Duration) -> SyncReply.Content? {
        let subject = Key(
            key: scene.key, epoch: scene.epoch, revision: scene.revision, isPast: false,
            digest: nil)
        guard let (id, length) = offer(subject, at: now) else { return nil }
        return .snapshot(id: id, revision: scene.revision, length: length)
    }

    /// Offers an encoded state of a scene at a revision.
    mutating func offer(
        _ key: SceneKey, _ epoch: Epoch, _ revision: Revision,
        _ bytes: @autoclosure () -> [UInt8], isPast: Bool = true, digest: Digest? = nil,
        at now: Duration, _ deadlines: inout Deadlines<DueSubject>
    ) -> (id: UInt64, length: Int) {
        let subject = Key(
            key: key, epoch: epoch, revision: revision, isPast: isPast, digest: digest)
        if let same = offer(subject, at: now) { return same }
        let snapshot = ServedSnapshot(subject: subject, bytes: bytes(), used: now)
        evict(for: snapshot.cost, of: key.user, &deadlines)
        lastID += 1
        kept[lastID] = snapshot
        ids[subject] = lastID
        length += snapshot.cost
        lengths[key.user, default: 0] += snapshot.cost
        deadlines.set(.snapshot(lastID), at: now + DaemonLimits.snapshotLifetime)
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
            return .failure(
                Failure(.snapshotGone, "the snapshot was evicted", advice: "sync again"))
        }
        kept[id]?.used = now
        let end = min(snapshot.bytes.count, offset + WireLimits.chunk)
        return .snapshotContent(offset: offset, content: Array(snapshot.bytes[offset..<end]))
    }

    /// Returns the position of a mirror that has fetched the part from `offset` on; `nil` if that
    /// is not the last, or not of the present state.
    func position(of id: UInt64, from offset: Int) -> MirrorPosition? {
        guard let snapshot = kept[id], !snapshot.subject.isPast,
            offset + WireLimits.chunk >= snapshot.bytes.count
        else { return nil }
        return MirrorPosition(epoch: snapshot.subject.epoch, revision: snapshot.subject.revision)
    }

    /// Drops the snapshots of a state that never became durable.
    mutating func remove(_ key: SceneKey, _ deadlines: inout Deadlines<DueSubject>) {
        for (id, snapshot) in kept where snapshot.subject.key == key { remove(id, &deadlines) }
    }

    /// Drops a snapshot that has not been fetched for its lifetime; one that has waits on.
    mutating func expire(
        _ id: UInt64, at now: Duration, _ deadlines: inout Deadlines<DueSubject>
    ) {
        guard let snapshot = kept[id] else { return }
        let due = snapshot.used + DaemonLimits.snapshotLifetime
        if due <= now { remove(id, &deadlines) } else { deadlines.set(.snapshot(id), at: due) }
    }

    /// Evicts snapshots to make room for this many bytes: the user's, then any.
    private mutating func evict(
        for more: Int, of user: UserID, _ deadlines: inout Deadlines<DueSubject>
    ) {
        let own = lengths[user, default: 0]
        if own + more > DaemonLimits.snapshotLengthOfOne {
            let surplus = own + more - DaemonLimits.snapshotLengthOfOne
            evict(of: surplus, &deadlines) { $0.key.user == user }
        }
        if length + more > DaemonLimits.snapshotLength {
            evict(of: length + more - DaemonLimits.snapshotLength, &deadlines) { _ in true }
        }
    }

    /// Evicts this many bytes, least recently fetched first. Scans all snapshots, which is why at
    /// least a sixteenth of a user's limit is evicted.
    private mutating func evict(
        of surplus: Int, _ deadlines: inout Deadlines<DueSubject>, where isMeant: (Key) -> Bool
    ) {
        var rest = max(surplus, DaemonLimits.snapshotLengthOfOne / 16)
        let meant = kept.filter { isMeant($0.value.subject) }
        let oldest = meant.sorted { ($0.value.used, $0.key) < ($1.value.used, $1.key) }
        for (id, snapshot) in oldest where rest > 0 {
            rest -= snapshot.cost
            remove(id, &deadlines)
        }
    }

    private mutating func remove(_ id: UInt64, _ deadlines: inout Deadlines<DueSubject>) {
        guard let snapshot = kept.removeValue(forKey: id) else { return }
        deadlines.cancel(.snapshot(id))
        let user = snapshot.subject.key.user
        ids[snapshot.subject] = nil
        length -= snapshot.cost
        let rest = lengths[user, default: 0] - snapshot.cost
        lengths[user] = rest > 0 ? rest : nil
    }
}
