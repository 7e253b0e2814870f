public import NavigationModel

/// The daemon's reply to the ``Request`` with the same id.
package struct Reply: Hashable, Sendable {
    /// The id of the request.
    package let id: UInt64
    /// The result.
    package let result: Result

    /// Joins the parts.
    package init(id: UInt64, result: Result) {
        self.id = id
        self.result = result
    }

    /// The results of protocol version 1. Large ones that are rare are kept apart, so that a receipt
    /// is small.
    package enum Result: Hashable, Sendable {
        /// The request was refused, and nothing was done.
        case failure(Failure)
        /// Reply to hello.
        indirect case welcome(Welcome)
        /// Reply to sync.
        indirect case synced(SyncReply)
        /// Reply to snapshotPart: a piece of an encoded snapshot, and its offset.
        case snapshotContent(offset: Int, content: [UInt8])
        /// Reply to submit: the change has its outcome, durably.
        case receipt(Receipt)
        /// Reply to presence.
        indirect case heads(HeadsReply)
        /// Reply to history.
        case historyPage(HistoryPage)
        /// The same as the daemon sends it, which never decodes it.
        case encodedHistory(EncodedHistory)
        /// Reply to status.
        indirect case status(DaemonStatus)
        /// Reply to state: a snapshot to be downloaded.
        indirect case pastState(PastSnapshotOffer)
        /// Reply to audit.
        indirect case audit(Audit)
        /// Reply to pair.
        indirect case paired(PairReply)
        /// Reply to listUsers.
        case users([UserInfo], hasMore: Bool)
        /// Reply to invite.
        indirect case invited(InviteReply)
        /// Reply to listDevices.
        indirect case devices([DeviceInfo], invitations: [InvitationInfo], of: UserID)
        /// Reply to revokeDevice.
        case revoked(Revoked)
        /// Reply to serverKey.
        indirect case serverKeys(ServerKeysInfo)
        /// Reply to fleet: the fleet after the action.
        indirect case fleet(FleetStatus)
        /// Reply to listScenes, sorted by name; those in the trash apart.
        case scenes([SceneID], trash: [TrashedScene] = [], of: UserID)
        /// Reply to remember.
        indirect case remembered(RememberAnswer)
        /// Reply to listRemembered.
        case rememberedStates([RememberedState])
        /// Reply to heal: the head of the scene's new history, durably.
        indirect case healed(Head)
        /// Reply to calls without a result: done, durably.
        case done
    }
}

/// The reply to a device's hello.
package struct Welcome: Hashable, Sendable {
    /// A random id, new with each start of the daemon.
    package let instance: UInt64
    /// The daemon's store; `StoreID.none` if the daemon does not report it.
    package let store: StoreID
    /// The daemon's version, for people.
    package let daemonVersion: String
    /// The daemon time of the reply.
    package let time: Timestamp
    /// The address of the feed.
    package let feed: FeedAddress
    /// The topic to subscribe to.
    package let topic: Topic
    /// The key that the feed is sealed with.
    package let feedKey: FeedKey
    /// The user whose scenes they are.
    package let user: UserID
    /// The device's role.
    package let role: Role
    /// The device's name in the registry.
    package let deviceName: DeviceName
    /// The daemon's next key, after a planned restart.
    package let nextServerKey: PublicKey?
    /// The daemon's limits, by name; see ``UserLimits/announced``.
    package let limits: [String: UInt64]
    /// The numbers of the calls that the daemon knows; empty if it does not report them.
    package let calls: [UInt32]
    /// The numbers of the operations that the daemon knows; empty if it does not report them.
    package let operations: [UInt32]
    /// The stores that this one has replaced for the user.
    package let formerStores: [StoreID]
    /// The addresses of control of the other nodes of a fleet, `host:port`.
    package let nodes: [String]

    /// Joins the parts.
    package init(
        instance: UInt64, store: StoreID = .none, daemonVersion: String, time: Timestamp,
        feed: FeedAddress, topic: Topic, feedKey: FeedKey, user: UserID, role: Role = .full,
        deviceName: DeviceName, nextServerKey: PublicKey? = nil,
        limits: [String: UInt64] = UserLimits.announced, calls: [UInt32] = [],
        operations: [UInt32] = [], formerStores: [StoreID] = [], nodes: [String] = []
    ) {
        self.nodes = nodes
        self.formerStores = formerStores
        self.instance = instance
        self.store = store
        self.daemonVersion = daemonVersion
        self.time = time
        self.feed = feed
        self.topic = topic
        self.feedKey = feedKey
        self.user = user
        self.role = role
        self.deviceName = deviceName
        self.nextServerKey = nextServerKey
        self.limits = limits
        self.calls = calls
        self.operations = operations
    }
}

/// The address of the feed, relative to the control endpoint in use, so that a socket directory
/// that is mounted elsewhere, or a host with several names, needs no configuration.
package struct FeedAddress: Hashable, Sendable {
    /// For ipc: the name of a socket in the directory of the control socket.
    package let socket: String?
    /// For tcp: a port of the host of the control endpoint.
    package let port: UInt16?

    /// Joins the parts.
    package init(socket: String?, port: UInt16?) {
        self.socket = socket
        self.port = port
    }
}

/// The address of a user's feed: random bytes, new with each start of the daemon.
package struct Topic: Hashable, Sendable {
    /// The 16 bytes.
    package let bytes: [UInt8]

    /// Bytes in a topic.
    package static let length = 16

    /// Creates a topic; `nil` unless there are ``length`` bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Topic.length else { return nil }
        self.bytes = bytes
    }

    /// Returns a fresh topic.
    package static func random(using generator: inout some RandomNumberGenerator) -> Topic {
        Topic(unchecked: (0..<length).map { _ in .random(in: 0...255, using: &generator) })
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// The head of a scene: the newest durable commit of its log.
public struct Head: Hashable, Sendable {
    /// The scene.
    public let scene: SceneID
    /// The id of its history.
    public let epoch: Epoch
    /// The last durable revision.
    public let revision: Revision
    /// The digest of the state at that revision.
    public let digest: Digest

    /// Joins the parts.
    public init(scene: SceneID, epoch: Epoch, revision: Revision, digest: Digest) {
        self.scene = scene
        self.epoch = epoch
        self.revision = revision
        self.digest = digest
    }
}

/// The head of a scene, and what its mirrors share beside it.
package struct HeadsReply: Hashable, Sendable {
    /// The heads: that of the scene.
    package var heads: [Head]
    /// The topic of the user's feed.
    package let topic: Topic
    /// The daemon time of the reply.
    package let time: Timestamp
    /// All present devices of the scene.
    package let present: [PresentDevice]
    /// The addresses of control of the other nodes of a fleet, as in ``Welcome/nodes``.
    package let nodes: [String]

    /// Joins the parts.
    package init(
        _ heads: [Head], topic: Topic, time: Timestamp, present: [PresentDevice] = [],
        nodes: [String] = []
    ) {
        self.heads = heads
        self.topic = topic
        self.time = time
        self.present = present
        self.nodes = nodes
    }
}

/// The commits that are missing after a revision, or the offer of a snapshot.
package struct SyncReply: Hashable, Sendable {
    /// The scene's head at the time of the reply.
    package let head: Head
    /// The content that the mirror is missing.
    package let content: Content
    /// This device's last change in the scene that has an outcome.
    package let lastSequence: SequenceNumber
    /// The daemon time of the reply.
    package let time: Timestamp
    /// The former histories that the scene's present one has replaced, for a mirror of another
    /// history; the newest last.
    package let former: [FormerHistory]
    /// The content that a mirror is missing.
    package enum Content: Hashable, Sendable {
        /// The commits that follow, oldest first; while the head is ahead, further ones have to be
        /// requested.
        case commits([Commit])
        /// The same as the daemon sends them, which never decodes them.
        case page(CommitPage)
        /// A snapshot at `revision` of `length` bytes, to be downloaded in parts.
        case snapshot(id: UInt64, revision: Revision, length: Int)
    }

    /// Joins the parts.
    package init(
        head: Head, content: Content, lastSequence: SequenceNumber, time: Timestamp,
        former: [FormerHistory] = []
    ) {
        self.former = former
        self.head = head
        self.content = content
        self.lastSequence = lastSequence
        self.time = time
    }
}

/// The outcomes of a submitted change.
public struct Receipt: Hashable, Sendable {
    /// The change's sequence number.
    public let sequence: SequenceNumber
    /// The outcome of each operation.
    public let outcomes: [Outcome]
    /// The commit; `nil` if the change altered nothing.
    public let revision: Revision?

    /// Joins the parts.
    public init(sequence: SequenceNumber, outcomes: [Outcome], revision: Revision?) {
        self.sequence = sequence
        self.outcomes = outcomes
        self.revision = revision
    }
}

/// A page of the log.
public struct HistoryPage: Hashable, Sendable {
    /// The commits, oldest first.
    public let commits: [Commit]
    /// A Boolean value indicating whether there are more after them.
    public let hasMore: Bool
    /// The revision after which the log begins: earlier commits have been compacted.
    public let oldestRevision: Revision

    /// Joins the parts.
    public init(commits: [Commit], hasMore: Bool, oldestRevision: Revision = .zero) {
        self.commits = commits
        self.hasMore = hasMore
        self.oldestRevision = oldestRevision
    }
}

/// A page of the log as the daemon sends it.
package struct EncodedHistory: Hashable, Sendable {
    /// The commits, oldest first, for this message.
    package let page: CommitPage
    /// A Boolean value indicating whether there are more after them.
    package let hasMore: Bool
    /// The revision after which the log begins.
    package let oldestRevision: Revision

    /// Joins the parts.
    package init(page: CommitPage, hasMore: Bool, oldestRevision: Revision) {
        self.page = page
        self.hasMore = hasMore
        self.oldestRevision = oldestRevision
    }
}

/// The status of the daemon and of a scene.
package struct DaemonStatus: Hashable, Sendable {
    /// The daemon's version.
    package let daemonVersion: String
    /// A random id, new with each start.
    package let instance: UInt64
    /// Seconds since the start.
    package let uptime: UInt64
    /// The scene's head, with its digest recomputed from the records.
    package let head: Head
    /// Connections that have said hello.
    package let connections: Int
    /// The number of scenes in memory.
    package let scenesLoaded: Int
    /// Commits since the start.
    package let commits: UInt64
    /// The daemon's metrics, by the names that `navsync.proto` lists; empty for callers who are not
    /// administrators.
    package var metrics: [String: UInt64]
    /// Bytes that the scene takes in memory, about; 0 if the daemon does not report it.
    package let sceneMemory: UInt64
    /// Bytes that the commits and snapshots of the user take on disk; 0 if the daemon does not
    /// report it.
    package let userStorage: UInt64

    /// Joins the parts.
    package init(
        daemonVersion: String, instance: UInt64, uptime: UInt64, head: Head, connections: Int,
        scenesLoaded: Int, commits: UInt64, metrics: [String: UInt64] = [:],
        sceneMemory: UInt64 = 0, userStorage: UInt64 = 0
    ) {
        self.daemonVersion = daemonVersion
        self.instance = instance
        self.uptime = uptime
        self.head = head
        self.connections = connections
        self.scenesLoaded = scenesLoaded
        self.commits = commits
        self.metrics = metrics
        self.sceneMemory = sceneMemory
        self.userStorage = userStorage
    }
}

/// A refusal of a request, which has changed nothing.
public struct Failure: Error, Hashable, Sendable {
    /// The kind, for programs.
    public let code: Code
    /// The mistake, for people, without ``advice``.
    private let reason: String
    /// The remedy, for people; `nil` if there is none, or the daemon is older and names it in
    /// ``message`` alone.
    public let advice: String?
    /// With ``Code/sequenceExpected``: the device's last change that the daemon has.
    public let expected: SequenceNumber?
    /// With ``Code/busy``: the time until a retry makes sense, in whole milliseconds; `nil` if it
    /// is not known.
    public let retryAfter: Duration?
    /// With ``Code/moved``: the addresses of the node to go to, `host:port`, the likeliest first.
    package let addresses: [String]
    /// With ``Code/moved``: the number of the map of the fleet; 0 if it is not known.
    package let map: UInt64

    /// The mistake and the remedy, for people.
    public var message: String { advice.map { reason + ": " + $0 } ?? reason }

    /// Joins the parts.
    public init(
        _ code: Code, _ reason: String, advice: String? = nil, expected: SequenceNumber? = nil,
        retryAfter: Duration? = nil
    ) {
        self.init(
            code, reason, advice: advice, expected: expected, retryAfter: retryAfter,
            addresses: [], map: 0)
    }

    /// Creates the refusal of a node that does not serve the user of a request.
    ///
    /// - Parameters:
    ///   - addresses: The addresses of control of the node that does, as far as it is known.
    ///   - map: The number of the map of the fleet.
    package static func moved(
        _ reason: String, advice: String, to addresses: [String], map: UInt64
    ) -> Failure {
        Failure(
            .moved, reason, advice: advice, expected: nil, retryAfter: nil, addresses: addresses,
            map: map)
    }

    private init(
        _ code: Code, _ reason: String, advice: String?, expected: SequenceNumber?,
        retryAfter: Duration?, addresses: [String], map: UInt64
    ) {
        self.addresses = addresses
        self.map = map
        self.code = code
        self.reason = reason
        self.advice = advice
        self.expected = expected
        self.retryAfter = retryAfter
    }

    /// Takes the remedy from the end of a message; all of it is the mistake if it does not end so.
    init(
        _ code: Code, message: String, endingIn advice: String, expected: SequenceNumber?,
        retryAfter: Duration?, addresses: [String], map: UInt64
    ) {
        let end = ": " + advice
        let isThere = !advice.isEmpty && message.hasSuffix(end)
        self.init(
            code, isThere ? String(message.dropLast(end.count)) : message,
            advice: isThere ? advice : nil, expected: expected, retryAfter: retryAfter,
            addresses: addresses, map: map)
    }

    /// The kinds of failure, with their numbers on the wire.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// A reason of a newer daemon that this version does not know.
        case unspecified = 0
        /// The connection has not said hello.
        case helloFirst = 1
        /// The daemon does not speak the client's protocol version.
        case versionUnsupported = 2
        /// The request is malformed.
        case malformed = 3
        /// The request or its reply would be too large.
        case tooLarge = 4
        /// The scene has another history: sync first.
        case epochChanged = 5
        /// Another change has this sequence number already.
        case sequenceReused = 6
        /// The change before this one is missing.
        case sequenceExpected = 7
        /// The change was accepted long ago; its receipt is no longer kept.
        case settled = 8
        /// The store failed or is not ready: retry.
        case unavailable = 9
        /// The snapshot has been evicted: sync again.
        case snapshotGone = 10
        /// Overload or a rate limit: retry after the announced time.
        case busy = 11
        /// The call is unknown to the daemon.
        case unsupported = 12
        /// A limit of the user is exceeded: of scenes, devices or invitations.
        case limitExceeded = 13
        /// The scene has not reached the revision, or its log no longer reaches back that far.
        case outOfHistory = 14
        /// The caller is not authorized.
        case notPermitted = 15
        /// The device has been revoked.
        case revoked = 16
        /// The invitation has paired another device, has expired, or was withdrawn.
        case invitationUsed = 17
        /// The user, scene, device or invitation does not exist.
        case notFound = 18
        /// The name exists already.
        case alreadyExists = 19
        /// The change was never accepted, and never will be under this sequence number: renumber
        /// and resubmit.
        case sequenceSkipped = 22
        /// The stored data of the scene, or of the whole store, is not what was written: a retry
        /// makes no sense before a person has repaired it. Nothing was done, and nothing is
        /// settled.
        case damaged = 23
        /// Another node of the fleet serves the user: nothing was done.
        case moved = 24
    }
}
