import NavigationModel
import NavigationStore
import NavigationSync

/// A running node of a fleet: its session with the store, its lease, and its steps towards its share.
struct FleetNode {
    /// The knowledge of its store's client.
    var session: FleetSession
    var lease: NodeLease<VirtualInstant>
    var member: FleetMember
    /// The time at which the reading of the map began that is under way.
    var readTime = Duration.zero
    /// The time at which the reading of the map began that is known.
    var mapTime = Duration.zero
    var isRenewing = false
    /// The time at which the store's writer is done with all that it was given: one after the other.
    var writerIsFree = Duration.zero
    /// Until then the writer has to do with a write that has no reply.
    var writerIsBlockedUntil = Duration.zero
    /// The shards whose writes a hand-over waits for.
    var awaited: Set<Shard>?
    /// The time by which a node that is being stopped ends, whatever it has handed over.
    var endsBy: Duration?

    /// Begins without a lease and without shards.
    init(_ node: Int64, at now: Duration) {
        session = FleetSession(node: node)
        lease = NodeLease(lasting: ShardTable.lease, at: VirtualInstant(now))
        member = FleetMember(node: node)
    }

    /// Returns the time at which the store executes something that could be done at `due`: the writer
    /// goes in order.
    mutating func turn(of work: DiskWork, at due: Duration) -> Duration {
        switch work {
        case .commit, .compact: return queueForWriter(at: due)
        case .load, .fetch, .encode, .prune: return due
        }
    }

    /// Returns the time at which the writer executes something that could be done at `due`.
    mutating func queueForWriter(at due: Duration) -> Duration {
        writerIsFree = max(writerIsFree, due)
        return writerIsFree
    }
}

/// A time on the monotonic clock of a node: virtual time.
struct VirtualInstant: InstantProtocol, Hashable {
    private let time: Duration

    init(_ time: Duration) { self.time = time }

    func advanced(by duration: Duration) -> VirtualInstant { VirtualInstant(time + duration) }

    func duration(to other: VirtualInstant) -> Duration { other.time - time }

    static func < (left: VirtualInstant, right: VirtualInstant) -> Bool { left.time < right.time }
}

/// The events at a node of a fleet.
enum FleetEvent {
    /// It is time for a look at the map.
    case look
    /// Requests wait for a look.
    case lookSoon
    /// It is time to renew the lease.
    case renewalDue
    /// The store executes a renewal.
    case renewal(sent: Duration, owning: [Shard: Term])
    /// A renewal's reply comes: the shards that the node still owns; `nil` if none came.
    case renewed(sent: Duration, owning: [Shard: Term], owns: [Shard: Term]?)
    /// The store executes an action of the node's step.
    case action(FleetMember.Action)
    /// The reply to it comes.
    case reply(ActionReply)
    /// A lost shard is seen to be lost.
    case lossSeen
    /// A scene that was read comes.
    case loaded(SceneKey, Result<StoredScene?, DaemonCore.PersistenceFailure>)
    /// The outcome of a write comes.
    case written(Result<Void, DaemonCore.PersistenceFailure>)
    /// The store is looked for again after a write without a reply, behind the last batch before it.
    case retry([SceneWrite], [RegistryChange], after: Int64, since: Duration)
    /// A node that was stopped has told long enough where its devices are to go.
    case end
}

/// The reply to an action of a node's step.
enum ActionReply {
    case map(FleetMap)
    case taken([Shard: Term])
    case done
    /// None came; it may be done or not.
    case none
}

/// A write that is on its way, with its node's session when it was sent.
struct LateWrite {
    let writes: [SceneWrite]
    let changes: [RegistryChange]
    let session: FleetSession
    /// The place of the node, and its start.
    let place: Int
    let incarnation: UInt64
    /// The time when the core handed it over.
    let persisted: (time: Duration, walls: [Timestamp])
}
