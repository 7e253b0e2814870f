public import NavigationModel

/// The daemon's answer to a ``Request`` with the same id.
public struct Reply: Hashable, Sendable {
    /// The id of the request.
    public let id: UInt64
    /// The answer.
    public let result: Result

    /// Joins the parts.
    public init(id: UInt64, result: Result) {
        self.id = id
        self.result = result
    }

    /// The answers of protocol version 1.
    public enum Result: Hashable, Sendable {
        /// Nothing was done, for this reason.
        case failure(Failure)
        /// To hello.
        case welcome(Welcome)
        /// To sync.
        case synced(SyncReply)
        /// To snapshotPart: a piece of an encoded snapshot, and where it begins.
        case snapshotContent(offset: Int, content: [UInt8])
        /// To submit: the change has its outcome, durably.
        case receipt(Receipt)
        /// To presence.
        case heads([Head], topic: Topic, time: Timestamp)
        /// To history.
        case historyPage(HistoryPage)
        /// To status.
        case status(DaemonStatus)
        /// To state: a snapshot to be fetched.
        case pastState(PastSnapshotOffer)
        /// To audit.
        case audit(Audit)
        /// To pair.
        case paired(PairReply)
        /// To listUsers.
        case users([UserInfo], hasMore: Bool)
        /// To invite.
        case invited(InviteReply)
        /// To listDevices.
        case devices([DeviceInfo], invitations: [InvitationInfo], of: UserID)
        /// To revokeDevice.
        case revoked(Revoked)
        /// To serverKey.
        case serverKeys(ServerKeysInfo)
        /// To listScenes, in the order of their names.
        case scenes([SceneID], of: UserID)
        /// To remember.
        case remembered(RememberAnswer)
        /// To listRemembered.
        case rememberedStates([RememberedState])
        /// To heal: the head of the scene's new history, durably.
        case healed(Head)
        /// To calls that have nothing to tell: it is done, durably.
        case done
    }
}

/// The answer to a device's hello.
public struct Welcome: Hashable, Sendable {
    /// Random, new with each start of the daemon.
    public let instance: UInt64
    /// The daemon's store; `StoreID.none` from a daemon that does not say.
    public let store: StoreID
    /// The daemon's version, for people.
    public let daemonVersion: String
    /// Daemon time when it answered.
    public let time: Timestamp
    /// The address of the feed.
    public let feed: FeedAddress
    /// The topic to subscribe to.
    public let topic: Topic
    /// The key that the feed is sealed with.
    public let feedKey: FeedKey
    /// Whose scenes they are.
    public let user: UserID
    /// The device's role.
    public let role: Role
    /// The device's name there.
    public let deviceName: DeviceName
    /// The key that the daemon will have after a restart that is planned.
    public let nextServerKey: PublicKey?
    /// The daemon's limits, by name; see ``UserLimits/announced``.
    public let limits: [String: UInt64]
    /// The numbers of the calls that the daemon knows; none from one that does not say so.
    public let calls: [UInt32]
    /// The numbers of the operations that the daemon knows; none from one that does not say so.
    public let operations: [UInt32]
    /// The stores that this one has taken the place of for the user.
    public let formerStores: [StoreID]

    /// Joins the parts.
    public init(
        instance: UInt64, store: StoreID = .none, daemonVersion: String, time: Timestamp,
        feed: FeedAddress, topic: Topic, feedKey: FeedKey, user: UserID, role: Role = .full,
        deviceName: DeviceName, nextServerKey: PublicKey? = nil,
        limits: [String: UInt64] = UserLimits.announced, calls: [UInt32] = [],
        operations: [UInt32] = [], formerStores: [StoreID] = []
    ) {
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
public struct FeedAddress: Hashable, Sendable {
    /// For ipc: the name of a socket in the directory of the control socket.
    public let socket: String?
    /// For tcp: a port of the host of the control endpoint.
    public let port: UInt16?

    /// Joins the parts.
    public init(socket: String?, port: UInt16?) {
        self.socket = socket
        self.port = port
    }
}

/// The address that a feed is subscribed by: random bytes, new with each start of the daemon.
public struct Topic: Hashable, Sendable {
    /// 16 bytes.
    public let bytes: [UInt8]

    /// Bytes in a topic.
    public static let length = 16

    /// `nil` unless there are ``length`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Topic.length else { return nil }
        self.bytes = bytes
    }

    /// A fresh topic.
    public static func random(using generator: inout some RandomNumberGenerator) -> Topic {
        Topic(unchecked: (0..<length).map { _ in .random(in: 0...255, using: &generator) })
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// The head of a scene's history.
public struct Head: Hashable, Sendable {
    /// The scene.
    public let scene: SceneID
    /// Its history.
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

/// The commits that are missing after a revision: themselves, or the offer of a snapshot.
public struct SyncReply: Hashable, Sendable {
    /// The scene's head when the daemon answered.
    public let head: Head
    /// The content that the client lacks.
    public let content: Content
    /// This device's last change in the scene that has an outcome.
    public let lastSequence: SequenceNumber
    /// Daemon time when it answered.
    public let time: Timestamp
    /// The histories that the scene's took the place of, for a mirror of another; the newest last.
    public let former: [FormerHistory]
    /// The commits as they are on the wire, if they were encoded before.
    let encodedCommits: EncodedCommits?

    /// The content that the client lacks.
    public enum Content: Hashable, Sendable {
        /// The commits that follow, oldest first; more are to be asked for while the head is ahead.
        case commits([Commit])
        /// A snapshot at `revision` of `length` bytes, to be fetched in parts.
        case snapshot(id: UInt64, revision: Revision, length: Int)
    }

    /// Joins the parts.
    public init(
        head: Head, content: Content, lastSequence: SequenceNumber, time: Timestamp,
        former: [FormerHistory] = []
    ) {
        encodedCommits = nil
        self.former = former
        self.head = head
        self.content = content
        self.lastSequence = lastSequence
        self.time = time
    }

    /// Joins the parts of an answer with commits that were encoded before.
    public init(
        head: Head, page: CommitPage, lastSequence: SequenceNumber, time: Timestamp
    ) {
        encodedCommits = page.encoded
        former = []
        self.head = head
        content = .commits(page.commits)
        self.lastSequence = lastSequence
        self.time = time
    }
}

/// The outcome of a submitted change.
public struct Receipt: Hashable, Sendable {
    /// The change's number.
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

/// A part of the log.
public struct HistoryPage: Hashable, Sendable {
    /// The commits, oldest first.
    public let commits: [Commit]
    /// A Boolean value indicating whether there is more after them.
    public let hasMore: Bool
    /// The log begins after this revision: earlier commits are no longer kept.
    public let oldestRevision: Revision

    /// Joins the parts.
    public init(commits: [Commit], hasMore: Bool, oldestRevision: Revision = .zero) {
        self.commits = commits
        self.hasMore = hasMore
        self.oldestRevision = oldestRevision
    }
}

/// The state of the daemon and of a scene.
public struct DaemonStatus: Hashable, Sendable {
    /// The daemon's version.
    public let daemonVersion: String
    /// Random, new with each start.
    public let instance: UInt64
    /// Seconds since start.
    public let uptime: UInt64
    /// The scene's head, with its digest computed anew from the records.
    public let head: Head
    /// Connections that have said hello.
    public let connections: Int
    /// Scenes in memory.
    public let scenesLoaded: Int
    /// Commits since start.
    public let commits: UInt64
    /// The daemon's figures, by the names that `navsync.proto` lists; empty for those who don't
    /// administer it.
    public var metrics: [String: UInt64]
    /// Bytes that the scene takes in memory, about; 0 from a daemon that does not say.
    public let sceneMemory: UInt64
    /// Bytes that the commits and snapshots of the user take on disk; 0 from a daemon that does not say.
    public let userStorage: UInt64

    /// Joins the parts.
    public init(
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

/// Why a request was not carried out.
public struct Failure: Error, Hashable, Sendable {
    /// The kind, for programs.
    public let code: Code
    /// The mistake and the way to mend it, for people.
    public let message: String
    /// With ``Code/sequenceExpected``: the device's last change that is there.
    public let expected: SequenceNumber?
    /// With ``Code/busy``: when another try makes sense, in whole milliseconds; `nil` if that is not
    /// known.
    public let retryAfter: Duration?

    /// Joins the parts.
    public init(
        _ code: Code, _ message: String, expected: SequenceNumber? = nil,
        retryAfter: Duration? = nil
    ) {
        self.code = code
        self.message = message
        self.expected = expected
        self.retryAfter = retryAfter
    }

    /// The kinds, with their numbers on the wire.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// A newer daemon has a reason that this version does not know.
        case unspecified = 0
        /// This connection has not said hello.
        case helloFirst = 1
        /// The daemon does not speak the client's protocol version.
        case versionUnsupported = 2
        /// The request can't be read.
        case malformed = 3
        /// The request or its answer would be too large.
        case tooLarge = 4
        /// The scene has another history: sync first.
        case epochChanged = 5
        /// Another change has this sequence already.
        case sequenceReused = 6
        /// The change before this one is missing.
        case sequenceExpected = 7
        /// Taken long ago; what it came to is no longer kept.
        case settled = 8
        /// The store failed or is not ready: try again.
        case unavailable = 9
        /// The snapshot is no longer kept: sync again.
        case snapshotGone = 10
        /// Too much is waiting: try again.
        case busy = 11
        /// The daemon does not know the call.
        case unsupported = 12
        /// A limit of the user would be exceeded: of scenes, or of devices.
        case limitExceeded = 13
        /// The scene is not at that revision yet, or its log no longer reaches back that far.
        case outOfHistory = 14
        /// The caller may not do that.
        case notPermitted = 15
        /// The device has been revoked.
        case revoked = 16
        /// The invitation has paired another device, has expired, or was withdrawn.
        case invitationUsed = 17
        /// There is no such user, scene, device or invitation.
        case notFound = 18
        /// There is one of this name already.
        case alreadyExists = 19
        /// The change was never taken, and never will be under this sequence: renumber and resubmit.
        case sequenceSkipped = 22
        /// The daemon's store has not what was written of the scene, or of all: another try
        /// makes no sense before somebody has seen to it. Nothing was done, and nothing is settled.
        case damaged = 23
    }
}
