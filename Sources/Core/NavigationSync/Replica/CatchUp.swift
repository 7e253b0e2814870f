internal import NavigationModel
internal import NavigationWire

/// A mirror's way to the head of its scene: syncs, and the download of a snapshot.
struct CatchUp: Sendable {
    /// A snapshot being downloaded part by part.
    struct SnapshotFetch: Sendable {
        let head: Head
        let lastSequence: SequenceNumber
        /// The histories that the scene's contains.
        let former: [FormerHistory]
        var download: SnapshotDownload
    }

    /// A Boolean value indicating whether a sync since the connection came up has brought the
    /// mirror to the head.
    var isSynced = false
    /// A Boolean value indicating whether another sync is due after the one under way, whose reply
    /// may be too old.
    var isDue = false
    /// A Boolean value indicating whether a snapshot is to be downloaded, whatever is confirmed,
    /// until it has been.
    var needsSnapshot = false
    /// A Boolean value indicating whether the sync under way requests a snapshot, whatever is
    /// confirmed.
    private(set) var requestsSnapshot = false
    /// The last revision that the daemon had sent when the sync was requested: a reply with less
    /// shows that it has lost revisions.
    private(set) var revisionAtRequest = Revision.zero
    /// The same of the last presence.
    var revisionAtPresence = Revision.zero
    /// The snapshot being downloaded.
    var fetch: SnapshotFetch?
    /// The number of replies in a row without progress that were retried at once.
    private var repliesWithoutProgress = 0

    /// Records that a sync is requested.
    mutating func requested(at revision: Revision) {
        isDue = false
        revisionAtRequest = revision
        requestsSnapshot = needsSnapshot
    }

    /// Records that a reply has brought the mirror further.
    mutating func progressed() { repliesWithoutProgress = 0 }

    /// Records a reply without progress; returns a Boolean value indicating whether it may be
    /// retried at once. After ``MirrorLimits/repliesWithoutProgress`` of them in a row it may not,
    /// so that a daemon that always replies so costs little.
    mutating func mayRetryAtOnce() -> Bool {
        repliesWithoutProgress += 1
        return repliesWithoutProgress <= MirrorLimits.repliesWithoutProgress
    }

    /// Records that the mirror is at the head.
    mutating func finished() {
        isSynced = true
        progressed()
    }

    /// Forgets the connection's syncs: what was needed is needed on the next one as well.
    mutating func disconnected() {
        isSynced = false
        isDue = false
        fetch = nil
    }
}
