/// The bounds of the daemon's memory and work. Every overflow has a defined reply.
package enum DaemonLimits {
    /// Devices whose progress and last-seen time are remembered, however few connections there may
    /// be; beyond it the least recently seen eighth is dropped.
    package static let devices = 10_000
    /// The time for which a device counts as present after it was last seen: two presence
    /// intervals, and half of one for a late message.
    package static let presence = Duration.seconds(75)
    /// The time for which a device is shown at the place that it last reported: a presence interval,
    /// and half of one for a late message.
    package static let placeLifetime = Duration.seconds(45)
    /// Devices that are shown as present in one scene; a further one is not shown until one of them
    /// is gone.
    package static let presentDevices = 256
    /// Users that have a feed. Beyond it the feeds of users not seen within ``presence`` end; if
    /// there are none, the hello of a further user is answered `busy`.
    package static let users = 10_000
    /// Scenes kept in memory, however small they are; beyond it the least recently used are
    /// evicted.
    package static let scenes = 16_384
    /// Requests queued for one scene's read, or of one connection for registry reads; further ones
    /// are answered `busy`.
    package static let waiting = 1_024
    /// Bytes of the requests queued for one scene, of one connection or in one sender's backlog;
    /// further ones are answered `busy`. A longer one is queued alone.
    package static let queueLength = 8_388_608
    /// Bytes of all queued requests, and of the replies deferred until durable; further ones are
    /// answered `busy`.
    package static let queuedLength = 67_108_864
    /// Store reads under way, of scenes and of the log each; requests that need a further one are
    /// answered `busy`.
    package static let reads = 256
    /// Devices, invitations and names of scenes of all users that are kept in memory, revoked and
    /// ended ones included; beyond it the least recently used users are evicted.
    package static let registryRows = 100_000
    /// Changes in one batch; further ones go into the next.
    package static let batch = 4_096
    /// Bytes of the changes in one batch; those that arrive when it is full go into the next.
    package static let batchLength = 8_388_608
    /// The operations of all senders together in one batch, each KiB counting as one: a sender has an
    /// equal part of it, among those that sent changes within the last second, and what it brings
    /// beyond waits for the next. So a change of a device that seldom sends one waits for a batch of
    /// about this size and is in one of about this size, whoever else floods the daemon: a
    /// millisecond each, at some 8 us for an operation. It is no less, since all of them share one
    /// sync; and one sender with 128 changes in flight is not slowed down at all.
    package static let share = 128
    /// The retry-after of a client that is disconnected for ignoring its rate limit.
    package static let retryAfterDisconnect = Duration.seconds(1)
    /// The retry-after of a change over a quota.
    package static let afterQuota = Duration.seconds(10)
    /// The interval of measuring the database's size.
    package static let measureInterval = Duration.seconds(10)
    /// Bytes of commits between two stored snapshots, however few they are; more if the snapshot is
    /// longer than they are.
    package static let lengthBetweenSnapshots = 4_194_304
    /// The retries of a read-only request after a rollback of what it would have shown; then it is
    /// refused.
    package static let readRetries = 8
    /// Queued reads that take long, of all senders, about half a KiB each; one more is answered
    /// `busy`. Of one sender `UserLimits.reads` are queued.
    package static let waitingReads = 16_384
    /// The retry-after of a client answered `busy` because of others' load.
    package static let busyBackoff = Duration.milliseconds(250)
    /// The time after which a local device that was not seen may be evicted for a new one.
    package static let idleDevice = Duration.seconds(7 * 86_400)
    /// Users in one page of the list.
    package static let userPage = 100
    /// The time for which an ended invitation is kept after it would have expired, so that a client
    /// that lost the reply can retry.
    package static let endedInvitation = Duration.seconds(86_400)
    /// Invitations of one user that are kept; beyond it those that ended first are deleted early.
    package static let invitationsKept = 64
    /// Commits of one scene kept in memory for mirrors that lag a little; for those with more lag
    /// the log is read, or a snapshot made if that is shorter.
    package static let tail = 4_096
    /// Bytes of those commits, as encoded on the wire.
    package static let tailLength = 4_194_304
    /// Commits, and receipts of each device, that a scene keeps in memory when that is short.
    package static let trimmedTail = 16
    /// Commits encoded for one mirror on the loop; more are encoded on another thread, once for all
    /// mirrors that request the same.
    package static let shortPage = 16
    /// Bytes of those commits.
    package static let shortPageLength = 8_192
    /// Receipts of one device kept in memory; older ones are read from the store.
    package static let storedReceipts = 256
    /// Ranges of sequence numbers that one device may skip in one scene: they are kept permanently.
    /// A device that would skip another has to continue after its last number.
    package static let skippedRanges = 256
    /// Commits between two stored snapshots, so that loading stays quick; more if the snapshot is
    /// longer than they are.
    package static let commitsBetweenSnapshots = 1_000
    /// The accumulated uptime after which tombstones are pruned, and changes with an older base are
    /// refused as expired.
    package static let pruneHorizon = Duration.seconds(90 * 86_400)
    /// Bytes in memory of tombstones in a scene that are kept in any case: some 500 screens.
    package static let recentLength = 1_048_576
    /// Bytes in memory of tombstones in a scene that are kept for devices not seen since, or that
    /// don't report their oldest base: some 4,000 screens.
    package static let awaitedLength = 8_388_608
    /// The age, in accumulated uptime, after which commits are compacted.
    package static let historyAge = Duration.seconds(90 * 86_400)
    /// Commits of one scene beyond which the oldest are compacted.
    package static let historyCommits = 100_000
    /// Bytes of one scene's commits beyond which the oldest are compacted.
    package static let historyLength = 67_108_864
    /// Commits, and receipts, that one step of a compaction removes: writes wait for one step.
    package static let compactionStep = 1_000
    /// The resolution of revision ages: log positions recorded within each ``pruneHorizon``.
    package static let marksInHorizon = 32
    /// The interval of the maintenance of scenes, and of recording the accumulated uptime.
    package static let maintenanceInterval = Duration.seconds(600)
    /// Scenes maintained in one step; the others follow directly.
    package static let maintenanceScenes = 16
    /// The delay before those others.
    package static let maintenancePause = Duration.milliseconds(20)
    /// The backoff of the daemon's own commits after a failed write.
    package static let maintenanceRest = Duration.seconds(5)
    /// Records that one prune drops; more take another.
    package static let recordsPrunedAtOnce = 1_000
    /// Prunes of a scene in one run, while its changes are queued.
    package static let prunesAtOnce = 8
    /// Records of a scene that is pruned on the loop, some hundred microseconds of work; a larger
    /// one is pruned on another thread.
    package static let prunedAtOnce = 64
    /// The fraction by which a scene has to grow before it is scanned again for early pruning,
    /// whose cost grows with the scene.
    package static let growth = 1.0 / 8
    /// Bytes of all snapshots being served; beyond it the least recently fetched are evicted
    /// (`snapshotGone`).
    package static let snapshotLength = 67_108_864
    /// The limit of one user.
    package static let snapshotLengthOfOne = 33_554_432
    /// Approximate bytes of all states that devices have uploaded to heal scenes from.
    package static let rememberedLength = 67_108_864
    /// States that devices have uploaded.
    package static let rememberedStates = 256
    /// Damaged scenes that are recorded.
    package static let damagedScenes = 1_024
    /// Devices ahead of the store that are recorded.
    package static let devicesAhead = 1_024
    /// The lifetime of a served snapshot since its last fetch.
    package static let snapshotLifetime = Duration.seconds(60)
    /// The least time between two replies to subscriptions on one topic.
    package static let subscriptionInterval = Duration.milliseconds(20)
    /// The times after its last commit at which a scene's head is repeated, so that a lost tail is
    /// noticed.
    package static let headRepeats: [Duration] = [.seconds(1), .seconds(4), .seconds(16)]
}
