package import NavigationModel
package import NavigationSync
package import NavigationWire

/// The contents of a store, as a copy of it has them: all that a device could notice. A view of one
/// moment, on one thread.
package protocol StoreContents {
    /// Reads the store's own row, and that of its shard.
    func header() throws -> StoreHeader

    /// Counts rows. The cost grows with their number.
    func counts() throws -> StoreCounts

    /// Reads up to `limit` names of users, removed ones included, sorted, from the first after
    /// `name`.
    func users(after name: UserID?, limit: Int) throws -> [UserID]

    /// Reads the registry rows of a user; `nil` if it was never added.
    func record(of user: UserID) throws -> AccountRecord?

    /// Reads up to `limit` scenes, sorted by user and name, from the first after `key`. Those that
    /// are being erased are not among them.
    func scenes(after key: SceneKey?, limit: Int) throws -> [SceneRecord]

    /// Calls `body` with all parts of a scene, in this order: snapshots, commits, log positions,
    /// receipts and skipped numbers, each in their own. Throws ``StoreError/damagedScene(_:_:)`` at
    /// the first that is not as it was written.
    func forEachPart(of scene: SceneRecord, _ body: (ScenePart) throws -> Void) throws

    /// Replays the kept log of a scene. The cost grows with the scene.
    func audit(_ scene: SceneRecord) throws -> StoredAudit
}

/// The rows of a store that stand above users and scenes.
package struct StoreHeader: Hashable, Sendable {
    /// The id, which devices are bound to.
    package let id: StoreID
    /// The seed of the epochs of scenes without commits.
    package let epochSeed: UInt64
    /// The greatest term of an owner.
    package let term: Term
    /// The number of the last batch.
    package let batch: UInt64
    /// The accumulated uptime of the daemons that owned the store.
    package let accumulatedUptime: Duration

    /// Joins the parts.
    package init(
        id: StoreID, epochSeed: UInt64, term: Term, batch: UInt64, accumulatedUptime: Duration
    ) {
        (self.id, self.epochSeed) = (id, epochSeed)
        (self.term, self.batch, self.accumulatedUptime) = (term, batch, accumulatedUptime)
    }
}

/// The numbers of rows in a store.
package struct StoreCounts: Hashable, Sendable {
    /// Users, removed ones included.
    package let users: Int
    /// Devices, revoked ones included.
    package let devices: Int
    /// Invitations, ended ones included.
    package let invitations: Int
    /// Scenes, those in the trash included.
    package let scenes: Int
    /// Bytes of commits and snapshots, as far as they are counted: for the progress.
    package let length: Int

    /// Joins the parts.
    package init(users: Int, devices: Int, invitations: Int, scenes: Int, length: Int) {
        (self.users, self.devices) = (users, devices)
        (self.invitations, self.scenes, self.length) = (invitations, scenes, length)
    }

    /// Returns a Boolean value indicating whether as many rows are in another store.
    func isEqual(to other: StoreCounts) -> Bool {
        (users, devices, invitations, scenes)
            == (other.users, other.devices, other.invitations, other.scenes)
    }
}

/// The registry rows of a user.
package struct AccountRecord: Hashable, Sendable {
    /// The user, its devices and invitations.
    package let account: UserAccount
    /// The histories that its scenes' present ones replaced, in the order of their numbers.
    package let former: [FormerRecord]

    /// Joins the parts.
    package init(account: UserAccount, former: [FormerRecord]) {
        (self.account, self.former) = (account, former)
    }
}

/// A row of a former history, with its columns as they are stored.
package struct FormerRecord: Hashable, Sendable {
    /// The scene's name.
    package let scene: String
    /// The id of the history.
    package let epoch: Int64
    /// Its place among those of the scene.
    package let number: Int64
    /// Its last revision.
    package let revision: Int64
    /// A Boolean value indicating whether the scene was healed.
    package let isHealed: Bool
    /// The store that it is of; 0 for this one.
    package let store: Int64

    /// Joins the parts.
    package init(
        scene: String, epoch: Int64, number: Int64, revision: Int64, isHealed: Bool, store: Int64
    ) {
        (self.scene, self.epoch, self.number) = (scene, epoch, number)
        (self.revision, self.isHealed, self.store) = (revision, isHealed, store)
    }
}

/// A scene's row.
package struct SceneRecord: Hashable, Sendable {
    /// The scene.
    package let key: SceneKey
    /// The id of its history.
    package let epoch: Epoch
    /// The revision of its last commit.
    package let revision: Revision
    /// The revision at which the log begins.
    package let oldestRevision: Revision

    /// Joins the parts.
    package init(key: SceneKey, epoch: Epoch, revision: Revision, oldestRevision: Revision) {
        (self.key, self.epoch) = (key, epoch)
        (self.revision, self.oldestRevision) = (revision, oldestRevision)
    }
}

/// A part of a scene.
package enum ScenePart: Hashable, Sendable {
    /// A snapshot at a position of the log.
    case snapshot(LogPosition, [UInt8])
    /// A commit.
    case commit(EncodedCommit)
    /// A recorded position of the log.
    case mark(LogPosition)
    /// A receipt, and the revision of the scene when the change was settled. For receipts without a
    /// commit it may be a later one, up to that of the device's next row.
    case receipt(StoredReceipt, head: Revision)
    /// Sequence numbers that a device has skipped.
    case skipped(SkippedSequences)
}

/// The rows of a log, made of commits one after the other: full ones, none across a snapshot.
package struct LogRows {
    private var boundaries: Set<Revision> = []
    private var pending: [EncodedCommit] = []
    private var length = 0

    /// Begins a log.
    package init() {}

    /// Has a row end at a snapshot: the log may begin there once.
    package mutating func end(at snapshot: Revision) { boundaries.insert(snapshot) }

    /// Adds the next commit; returns the rows that are complete.
    package mutating func add(_ commit: EncodedCommit) -> [Segment] {
        var rows: [Segment] = []
        if length + commit.bytes.count > Segment.lengthLimit { rows = rest() }
        pending.append(commit)
        length += commit.bytes.count
        return boundaries.contains(commit.revision) ? rows + rest() : rows
    }

    /// Returns the last rows.
    package mutating func rest() -> [Segment] {
        defer { (pending, length) = ([], 0) }
        return Segment.segments(of: pending)
    }
}
