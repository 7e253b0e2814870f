/// A fault that is built in on purpose, in a shell, a disk or the network, to see it caught.
package enum PlantedBug: String, Hashable, Sendable, CaseIterable {
    // The daemon's shell.

    /// A subscription is not answered.
    case ignoresSubscriptions
    /// The end of a subscription passes for that of all to its topic.
    case forgetsSubscribers
    /// No head is ever repeated, and presence is answered without one.
    case silentHeads
    /// After a start nobody knows what was settled.
    case forgetsSettlements
    /// Replies leave when the disk gets its work, not when it has done it.
    case repliesBeforeDisk
    /// Commits are published when the disk gets its work.
    case publishesBeforeDisk
    /// A write that failed passes for done.
    case hidesFailedWrites
    /// A scene is read as it was one revision ago.
    case readsOldScene
    /// A scene is read with a register that is not in its log.
    case readsAnotherScene
    /// Every publication is sealed with the first nonce.
    case repeatsNonces
    /// A publication is sealed at its own length.
    case padsNothing
    /// A frame that can't be read is taken for the one before it.
    case guessesAtGarbage

    /// The registry is not written with the commits.
    case dropsRegistry
    /// A device that was revoked is read as if it were not.
    case forgetsRevocations
    /// A device is written and read without what it may not do.
    case forgetsRoles
    /// An invitation is read as if nobody had used it.
    case forgetsUses

    // The daemon's shell, where its disk lies, and where devices heal what it has.

    /// A daemon that starts anew knows no limits.
    case forgetsLimits
    /// A scene in which bits have flipped is served.
    case servesRot
    /// The damage of one scene is told of all.
    case damagesAll
    /// A daemon starts though writes are gone that it had acknowledged.
    case startsBehind
    /// A scene is healed without what was done since.
    case healsWithoutLog
    /// A healed scene keeps the epoch that it had.
    case healsInEpoch

    // The nodes of a fleet.

    /// A node answers when its lease is over.
    case answersPastLease
    /// A claim does not increase the term.
    case keepsTerm
    /// The store takes a batch whatever its terms and its session are.
    case writesUnfenced
    /// A write of unknown result is taken for one that was not done.
    case guessesOutcome
    /// A node hands over shards while they are written.
    case handsOverEarly
    /// A device stays at a node that names another.
    case ignoresMoved
    /// A device that goes to another node gives what waits new numbers.
    case renumbersOnMove

    // The disks.

    /// The daemon's disk never syncs.
    case neverSyncs
    /// A device's disk never syncs.
    case deviceNeverSyncs

    // The processes of a device.

    /// A command does not tell the app that it has kept something.
    case keepsToItself
    /// A command counts its changes by itself.
    case countsForItself
    /// A process submits while another has the right to.
    case sendsWithoutRight

    // The devices' shells, and the network's end in them.

    /// A lost message of the feed is not seen: what follows takes its numbers.
    case closesHoles
    /// The digest of a head is that of whoever hears it.
    case hidesDigests
    /// The waiting changes of the outbox are gone after a start.
    case forgetsOutbox
    /// After a start a device takes the first store that it meets for its own.
    case forgetsStore
    /// A mirror that is refused looks again at once.
    case ticksInVain
    /// After a start nobody knows which changes are in the state that was kept.
    case forgetsLastSequence
    /// On a new connection what waits gets new numbers, without asking what became of it.
    case renumbersUnasked
    /// A device says that it needs nothing from before its state, whatever waits.
    case forgetsWhatWaits
    /// A change claims to be made on what its device has seen since.
    case claimsToHaveSeen
    /// A change that is refused is taken out of the outbox.
    case dropsTheRefused
    /// A state that a daemon may have lost is not kept.
    case fallsInSilence
    /// A state that was kept for that is gone after a start.
    case forgetsLost
    /// A device hands over another user's state.
    case handsOverAnother
    /// A change is noted with another outcome than it has.
    case mixesUpOutcomes
    /// The age of a change is told by the clock that people set.
    case agesByWallClock
}
