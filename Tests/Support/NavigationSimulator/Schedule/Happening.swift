package import NavigationModel

/// One thing that happens to the world, from outside.
package enum Happening: Hashable, Sendable {
    /// A person does something on a device.
    case act(DeviceName, Act)
    /// A person runs a command on a device, beside its app: one that reaches the daemon, if there is a
    /// way, or one that does not.
    case command(DeviceName, Act, connects: Bool)
    /// Something befalls a device, or its way to the daemon.
    case device(DeviceName, DeviceEvent)
    /// Something befalls the daemon.
    case daemon(DaemonEvent)
    /// Something befalls a node of a fleet, from 1; the first is the daemon.
    case node(Int, DaemonEvent)

    /// The events that befall a device.
    package enum DeviceEvent: Hashable, Sendable {
        /// Its connection breaks, and is made anew.
        case losesConnection
        case goesOffline
        case comesOnline
        /// Half-open: for a while what it sends gets lost without a word, or what is sent to it.
        case requestsGetLost(Duration)
        case repliesGetLost(Duration)
        /// For a while every frame takes so much longer.
        case isSlow(by: Duration, during: Duration)
        case losesFeedMessages(Int)
        case getsFeedMessagesTwice(Int)
        /// The next message of the feed comes late, behind others.
        case getsFeedMessageLate(Duration)
        case feedIsQuiet(Duration)
        /// From now on so many of a hundred messages of the feed get lost.
        case feedIsLossy(percent: Int)
        case crashes
        /// It crashes at one of its next transactions.
        case crashesAtWrite(Int, DeviceCrashPoint)
        case losesPower
        /// It loses power, and its clock starts anew.
        case reboots
        case starts
        /// It is suspended.
        case sleeps(Duration)
        /// The clock that people set is set.
        case wallClockIsOff(by: Duration)
        /// The clock that nobody sets goes back, as on a machine brought back to an earlier moment;
        /// its process starts anew.
        case clockGoesBack(by: Duration)
        /// Its clock runs fast or slow, by so many millionths.
        case clockDrifts(Int64)
        case isBackedUp
        case isRestored
        case isDamaged
        /// An administrator lets it in by a key of its own, whatever it was before.
        case isInvited
        /// It uses the invitation that another was given last.
        case takesInvitation(of: DeviceName)
        case isRevoked
        case mayOnlyLook
        case mayDoEverything
        /// A person has the daemon take back, from this device, what it has lost.
        case heals
    }

    /// The subjects of a daemon's quotas.
    package enum Allowance: String, Hashable, Sendable, CaseIterable {
        case scene, user, store
    }

    /// The events that befall the daemon.
    package enum DaemonEvent: Hashable, Sendable {
        case crashes
        case crashesAtWrite(DaemonCrashPoint)
        case losesPower
        case starts
        case sleeps(Duration)
        case diskIsFull
        case diskHasRoom
        /// The next write fails, and is not done.
        case nextWriteFails
        /// The next write fails in a way that does not tell whether it was done.
        case nextWriteIsUnknown(isWritten: Bool)
        case failsToRead(Int)
        case diskIsSlow(Duration)
        case clockStandsAt1970
        case clockIsOff(by: Duration)
        case clockIsRight
        case isBackedUp
        /// Its backup is put back, and begins a new history.
        case isRestored
        /// Another daemon claims the store: this one must stop at its next step, and is started anew.
        case isTakenOver
        /// The daemon of another store takes its place, with a copy of all that its own has; or its own
        /// does again.
        case servesOtherStore
        case servesOwnStore
        /// It has no connection to the store for so long, or from the midst of its next write on.
        case losesStore(Duration)
        case losesStoreAtWrite(Duration)
        /// It stands still with its next write on its way or not yet, or with its next renewal on its way.
        case sleepsAtWrite(Duration)
        case sleepsAtRenewal(Duration)
        /// As a node of a fleet it hands over its shards, and ends; or has none until that is over.
        case isStopped
        case isDrained
        case isUndrained
        /// Somebody unknown sends garbage.
        case getsGarbage(UInt64)
        /// From now on it keeps so many bytes of what is gone from a scene for devices that are away.
        case keepsForAbsent(bytes: Int)
        /// From now on a scene may take so many bytes of its memory, a user of its disk, or everything.
        case allows(Allowance, bytes: Int)
        case allowsEverything
        /// Bits flip in what its disk has of a user's scene.
        case sceneRots(UserID)
        /// Its last writes are gone, and it may not start without them.
        case losesWrites(Int)
        /// A person accepts that they are gone: every scene begins a new history with what is left.
        case acceptsLoss
        /// Its disk is gone.
        case losesDisk
        /// A person has it begin with an empty disk, as another store, if its own is gone.
        case beginsAnew
    }
}

/// The events of a run, and their times.
package struct Schedule: Hashable, Sendable {
    /// A happening at its time.
    package struct Step: Hashable, Sendable {
        /// Since the beginning.
        package let time: Duration
        /// The event.
        package let happening: Happening
    }

    /// Chance for all that the schedule leaves open: how long messages take, what ids come out.
    package let seed: UInt64
    /// The devices, and whose they are.
    package var devices: [DeviceName]
    /// The number of daemons that share the store.
    package var nodes = 1
    /// The number of devices, from the end, that belong to another user.
    package var unknownUIDs: Int
    /// In the order of time.
    package var steps: [Step]
    /// A Boolean value indicating whether people bring back, in the end, all that devices remember, or only
    /// what they can't do without.
    package var healsAll = true
}

/// A point at which a device's process dies at a transaction: before it, or when it is done.
package enum DeviceCrashPoint: String, Hashable, Sendable, CaseIterable {
    case before, after
}

/// A point in the course of a write at which the daemon dies.
package enum DaemonCrashPoint: String, Hashable, Sendable, CaseIterable {
    /// Nothing has been written.
    case before
    /// A part of it is on the disk: a torn tail, which the next start cuts off.
    case during
    /// It is written, and not yet synced: the power goes.
    case unsynced
    /// It is durable, and no reply has been sent.
    case after
}
