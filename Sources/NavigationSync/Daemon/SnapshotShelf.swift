internal import NavigationModel
internal import NavigationWire

/// Snapshots that are being fetched: encoded once, kept as bytes while somebody fetches.
struct SnapshotShelf: Sendable {
    private struct Kept: Sendable {
        let key: SceneKey
        let revision: Revision
        let epoch: Epoch
        let bytes: [UInt8]
        /// Whether it is of an earlier state than the present one.
        let isPast: Bool
        /// The digest of a state that a device has handed over: that may be another than the scene's own
        /// at the revision.
        let digest: Digest?
        var used: Duration
    }

    private var kept: [UInt64: Kept] = [:]
    private var lastID: UInt64 = 0

    /// Snapshots that are kept.
    var count: Int { kept.count }

    var nextDue: Duration? {
        kept.values.map { $0.used + DaemonLimits.snapshotLifetime }.min()
    }

    /// Offers the scene as it is now, if somebody has asked for it at this revision before: they
    /// share the bytes.
    mutating func offer(_ scene: SceneAuthority, at now: Duration) -> Synced.Content? {
        let same = kept.first {
            $0.value.key == scene.key && $0.value.revision == scene.revision
                && $0.value.epoch == scene.epoch && !$0.value.isPast
        }
        guard let same else { return nil }
        kept[same.key]?.used = now
        return .snapshot(
            id: same.key, revision: scene.revision, length: same.value.bytes.count)
    }

    /// Offers a scene's state at a revision, as bytes.
    mutating func offer(
        _ key: SceneKey, _ epoch: Epoch, _ revision: Revision,
        _ bytes: @autoclosure () -> [UInt8], isPast: Bool = true, digest: Digest? = nil,
        at now: Duration
    ) -> (id: UInt64, length: Int) {
        let same = kept.first {
            $0.value.key == key && $0.value.revision == revision && $0.value.epoch == epoch
                && $0.value.isPast == isPast && $0.value.digest == digest
        }
        if let same {
            kept[same.key]?.used = now
            return (same.key, same.value.bytes.count)
        }
        if kept.count >= DaemonLimits.snapshots,
            let oldest = kept.min(by: { $0.value.used < $1.value.used })?.key
        {
            kept[oldest] = nil
        }
        lastID += 1
        let bytes = bytes()
        kept[lastID] = Kept(
            key: key, revision: revision, epoch: epoch, bytes: bytes, isPast: isPast,
            digest: digest, used: now)
        return (lastID, bytes.count)
    }

    mutating func part(
        of id: UInt64, for key: SceneKey, from offset: Int, at now: Duration
    ) -> Reply.Result {
        guard let snapshot = kept[id], snapshot.key == key, offset <= snapshot.bytes.count else {
            return .failure(Failure(.snapshotGone, "the snapshot is no longer kept: sync again"))
        }
        kept[id]?.used = now
        let end = min(snapshot.bytes.count, offset + WireLimits.chunk)
        return .snapshotContent(offset: offset, content: Array(snapshot.bytes[offset..<end]))
    }

    /// How far a mirror is that has got the part from `offset` on; `nil` if that is not the last, or
    /// not of the present state.
    func position(of id: UInt64, from offset: Int) -> MirrorPosition? {
        guard let snapshot = kept[id], !snapshot.isPast,
            offset + WireLimits.chunk >= snapshot.bytes.count
        else { return nil }
        return MirrorPosition(epoch: snapshot.epoch, revision: snapshot.revision)
    }

    /// Lets go of snapshots of a state that never became durable.
    mutating func forget(_ key: SceneKey) {
        kept = kept.filter { $0.value.key != key }
    }

    mutating func expire(at now: Duration) {
        kept = kept.filter { $0.value.used + DaemonLimits.snapshotLifetime > now }
    }
}
