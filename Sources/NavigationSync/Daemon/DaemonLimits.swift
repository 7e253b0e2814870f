/// The bounds of the daemon's memory and work. Every overflow has a stated answer.
public enum DaemonLimits {
    /// Devices of which it is remembered how far they are and when they were heard, however few connections
    /// there may be; beyond it the eighth of them that was heard of longest ago is forgotten.
    public static let devices = 10_000
    /// The time for which a device counts as present after it was last heard of: two of the
    /// intervals at which devices say so, and half of one for a late word.
    public static let presence = Duration.seconds(75)
    /// Users that have a feed. Beyond it the feeds of those end of whom nothing was heard for the time
    /// of ``presence``; if there are none, the hello of a further user is answered `busy`.
    public static let users = 10_000
    /// Scenes kept in memory, however small they are; beyond it those used longest ago are let go.
    public static let scenes = 16_384
    /// Requests that wait for one scene to be read, or of one connection for the registry; further ones
    /// are answered `busy`.
    public static let waiting = 1_024
    /// Bytes of the requests that wait for one scene, of one connection or for one sender's turn; further
    /// ones are answered `busy`. One that is longer waits alone.
    public static let queueLength = 8_388_608
    /// Bytes of all requests that wait, and of the replies that wait for the disk; further ones are
    /// answered `busy`.
    public static let queuedLength = 67_108_864
    /// Reads of the store under way, of scenes and of the log each; requests that need a further one
    /// are answered `busy`.
    public static let reads = 256
    /// Devices, invitations and names of scenes of all users that are kept in memory, revoked and
    /// ended ones among them; beyond it users of whom nothing was heard for the longest time are let
    /// go.
    public static let registryRows = 100_000
    /// Changes in one batch; further ones go into the next.
    public static let batch = 4_096
    /// Bytes of the changes in one batch; those that come when it has as many go into the next.
    public static let batchLength = 8_388_608
    /// Changes in one batch that all those share who bring many: one who brings more than a part of
    /// it waits for the next batch, with what is beyond it. So a change of a device that seldom
    /// brings one waits for a batch of about this size and is in one of about this size, whoever else
    /// floods the daemon; and one sender with 128 changes under way is not slowed down at all.
    public static let share = 128
    /// The same in operations, for all together, when more than one has brought changes within the last
    /// second: then each batch is small, since somebody else waits for it.
    public static let contendedShare = 16
    /// The time after which another try makes sense, for one whose connection is cut because it
    /// never waited.
    public static let retryAfterDisconnect = Duration.seconds(1)
    /// The time after which another try makes sense, for a change for which a quota leaves no room.
    public static let afterQuota = Duration.seconds(10)
    /// The interval at which the daemon looks how much of the database is in use.
    public static let measureInterval = Duration.seconds(10)
    /// Bytes of commits after which a new snapshot is stored, however few they are; more if the snapshot
    /// is longer than they are.
    public static let lengthBetweenSnapshots = 4_194_304
    /// The number of times that a read is asked again because the changes that it would have shown
    /// could not be written; then it is refused as they are.
    public static let returns = 8
    /// Requests that wait for what takes long to read, of all senders, about half a KiB each; one more is
    /// answered `busy`. Of one sender `UserLimits.reads` wait.
    public static let waitingReads = 16_384
    /// The time after which another try makes sense, for one who was answered `busy` because others are
    /// being served.
    public static let busyBackoff = Duration.milliseconds(250)
    /// The time after which a local device that was not heard gives its place up to one that is new.
    public static let idleDevice = Duration.seconds(7 * 86_400)
    /// Users in one page of the list.
    public static let userPage = 100
    /// The time for which an invitation that has ended is kept after it would have expired, so that
    /// who lost the answer learns it again.
    public static let endedInvitation = Duration.seconds(86_400)
    /// Invitations of one user that are kept; beyond it those that ended first are forgotten early.
    public static let invitationsKept = 64
    /// Commits of one scene kept in memory for mirrors that are a little behind; for those that are
    /// further behind the log is read, or a snapshot made where that is shorter.
    public static let tail = 4_096
    /// Bytes of those commits, as they are on the wire.
    public static let tailLength = 4_194_304
    /// Commits that are encoded for one mirror at once; more of them are encoded elsewhere, for all who ask
    /// for the same.
    public static let shortPage = 16
    /// Bytes of those commits.
    public static let shortPageLength = 8_192
    /// Settlements of one device kept in memory; older ones are read from the store.
    public static let storedReceipts = 256
    /// Ranges of sequence numbers that one device may leave out in one scene: they are kept for good.
    /// One that would leave out another is told to number on from its last.
    public static let skippedRanges = 256
    /// Commits after which a new snapshot is stored, so that loading stays quick; more if the
    /// snapshot is longer than they are.
    public static let commitsBetweenSnapshots = 1_000
    /// After this time, lived by daemons, what can no longer be seen is forgotten, and changes made
    /// on what was seen before are refused as expired.
    public static let pruneHorizon = Duration.seconds(90 * 86_400)
    /// Bytes in memory of what is gone from a scene that are kept in any case: some 500 screens.
    public static let recentLength = 1_048_576
    /// Bytes in memory of what is gone from a scene that are kept for devices that were not heard of
    /// since, or do not say what they still need: some 4,000 screens.
    public static let awaitedLength = 8_388_608
    /// Commits older than this, in time lived by daemons, are compacted away.
    public static let historyAge = Duration.seconds(90 * 86_400)
    /// Commits of one scene beyond which the oldest are compacted away.
    public static let historyCommits = 100_000
    /// Bytes of one scene's commits beyond which the oldest are compacted away.
    public static let historyLength = 67_108_864
    /// Commits, and outcomes, that one step of a compaction removes: commits wait for one step.
    public static let compactionStep = 100
    /// The fineness with which the age of a scene's revisions is known: marks for each
    /// ``pruneHorizon``.
    public static let marksInHorizon = 32
    /// The interval at which the daemon looks through its scenes for what is due by age, and notes
    /// how long it has run.
    public static let maintenanceInterval = Duration.seconds(600)
    /// Scenes looked through in one turn; the others come directly after.
    public static let maintenanceScenes = 16
    /// The pause before those others.
    public static let maintenancePause = Duration.milliseconds(20)
    /// The pause of the daemon's own commits after a write that failed.
    public static let maintenanceRest = Duration.seconds(5)
    /// Records that one prune forgets; more take another.
    public static let forgottenAtOnce = 1_000
    /// Prunes that are made of a scene in one go, while its changes wait.
    public static let prunesAtOnce = 8
    /// Records of a scene that is pruned on the loop, some hundred microseconds of work; one that has more
    /// is pruned elsewhere.
    public static let prunedAtOnce = 64
    /// The part by which a scene has to grow before it is looked through again for what can be
    /// forgotten, which costs all that it holds.
    public static let growth = 1.0 / 8
    /// Bytes of all snapshots that are being fetched; beyond it those fetched of longest ago are let go
    /// (`snapshotGone`).
    public static let snapshotLength = 67_108_864
    /// The same of one user's.
    public static let snapshotLengthOfOne = 33_554_432
    /// Bytes of all states that devices have handed over to heal scenes from, about.
    public static let rememberedLength = 67_108_864
    /// States that devices have handed over.
    public static let rememberedStates = 256
    /// Damaged scenes that are remembered.
    public static let damagedScenes = 1_024
    /// Devices that are remembered to have had more of a scene than there is.
    public static let devicesAhead = 1_024
    /// The time for which a snapshot is kept since somebody last fetched of it.
    public static let snapshotLifetime = Duration.seconds(60)
    /// The least time between two answers to subscriptions on one topic.
    public static let subscriptionInterval = Duration.milliseconds(20)
    /// The times after its last commit at which a scene's head is repeated, so that a lost tail is
    /// noticed.
    public static let headRepeats: [Duration] = [.seconds(1), .seconds(4), .seconds(16)]
}
