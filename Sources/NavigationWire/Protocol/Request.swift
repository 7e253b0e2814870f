public import NavigationModel

/// A client's request on control. Every request gets exactly one ``Reply`` with its id.
public struct Request: Hashable, Sendable {
    /// Chosen by the client, unique on its connection while the reply is awaited.
    public let id: UInt64
    /// The call.
    public let call: Call

    /// Joins the parts.
    public init(id: UInt64, call: Call) {
        self.id = id
        self.call = call
    }

    /// The calls of protocol version 1.
    public enum Call: Hashable, Sendable {
        /// Introduces the device; the first call on every connection.
        case hello(Hello)
        /// Asks for what is missing after a revision, and says the oldest base as in presence.
        case sync(
            scene: SceneID, epoch: Epoch, revision: Revision, oldestBase: Revision? = nil)
        /// Fetches a part of a snapshot that ``SyncReply`` offered.
        case snapshotPart(scene: SceneID, id: UInt64, offset: Int)
        /// Hands over one change.
        case submit(SubmitRequest)
        /// Says that the device still mirrors the scene, and how far; answered with its head.
        case presence(scene: SceneID, at: MirrorPosition? = nil)
        /// Reads the log, oldest first.
        case history(scene: SceneID, after: Revision, limit: Int)
        /// Asks how the daemon and the scene are.
        case status(scene: SceneID)
        /// Asks for the state at an earlier revision, to be fetched in parts.
        case state(scene: SceneID, at: Revision)
        /// Has the daemon read the scene anew in every way that there is.
        case audit(scene: SceneID)
        /// Lists a user's scenes; `nil` is the caller's own user.
        case listScenes(UserID?)
        /// Takes a scene from a user for good; `nil` is the caller's own user.
        case removeScene(UserID?, SceneID)
        /// Ends the device of the connection for good.
        case leave
        /// Hands over a part of a state that the device remembers.
        case remember(Remember)
        /// Lists the states of the user's scenes that devices have handed over.
        case listRemembered
        /// Puts one of them in the place of its scene.
        case heal(Heal)
        /// Makes a device known by its key.
        case pair(PairRequest)
        /// Adds a user, for administrators; a local user may be that user.
        case addUser(UserID, uid: UInt32?)
        /// Lists users in the order of their names, for administrators.
        case listUsers(after: UserID?)
        /// Takes a user's devices their access, for administrators; its scenes too if `erases`.
        case removeUser(UserID, erases: Bool)
        /// Lets one device pair.
        case invite(InviteRequest)
        /// Lists a user's devices and open invitations; `nil` is the caller's own user, here and below.
        case listDevices(UserID?)
        /// Gives a device another name or role; what is `nil` stays.
        case updateDevice(UserID?, DeviceID, name: DeviceName?, role: Role?)
        /// Takes a device its access, at once and for good; with its descendants, those too that came
        /// by its invitations, and by theirs.
        case revokeDevice(UserID?, DeviceID, withDescendants: Bool = false)
        /// Ends an invitation.
        case withdrawInvitation(UserID?, InvitationID)
        /// Asks about the daemon's own key, or prepares another, for administrators.
        case serverKey(ServerKeyAction)
    }
}

/// Introduces a device.
public struct Hello: Hashable, Sendable {
    /// The protocol version that the client speaks.
    public let version: UInt32
    /// Whose scenes are meant; `nil` is whose device the connection's key is, or who the local user
    /// is: of the one whom the daemon runs as, its login name.
    public let user: UserID?
    /// The id of the device that speaks.
    public let device: DeviceID
    /// The device's name.
    public let name: DeviceName
    /// Its platform, for people; may be empty.
    public let platform: String
    /// The key that the device knows the daemon will have next.
    public let nextServerKey: PublicKey?
    /// A Boolean value: the daemon refuses a user who is not there yet, to its own local user, too.
    public let requiresExistingUser: Bool
    /// A Boolean value: the device is for this visit alone.
    public let isEphemeral: Bool

    /// Joins the parts.
    public init(
        version: UInt32 = ProtocolVersion.current, user: UserID?, device: DeviceID,
        name: DeviceName, platform: String = "", nextServerKey: PublicKey? = nil,
        requiresExistingUser: Bool = true, isEphemeral: Bool = false
    ) {
        self.isEphemeral = isEphemeral
        self.version = version
        self.user = user
        self.device = device
        self.name = name
        self.platform = platform
        self.nextServerKey = nextServerKey
        self.requiresExistingUser = requiresExistingUser
    }
}

/// A mirror's position.
public struct MirrorPosition: Hashable, Sendable {
    /// The history that it follows.
    public let epoch: Epoch
    /// The last revision that it has.
    public let revision: Revision
    /// The least base that any change of the device can have from now on; `nil` if it does not say.
    public let oldestBase: Revision?

    /// Joins the parts.
    public init(epoch: Epoch, revision: Revision, oldestBase: Revision? = nil) {
        self.epoch = epoch
        self.revision = revision
        self.oldestBase = oldestBase
    }
}

/// One change on its way to the daemon.
public struct SubmitRequest: Hashable, Sendable {
    /// The scene.
    public let scene: SceneID
    /// The history that the change belongs to.
    public let epoch: Epoch
    /// The sequence of the device's change before this one.
    public let after: SequenceNumber
    /// The encoded `Change`: the very bytes, because their hash is what makes it the same change.
    public let change: [UInt8]
    /// Microseconds since the change was made; `nil` if the device can't tell.
    public let age: Int64?

    /// Joins the parts.
    public init(
        scene: SceneID, epoch: Epoch, after: SequenceNumber, change: [UInt8], age: Int64?
    ) {
        self.scene = scene
        self.epoch = epoch
        self.after = after
        self.change = change
        self.age = age
    }
}

/// The versions of the protocol.
public enum ProtocolVersion {
    /// The only one there is.
    public static let current: UInt32 = 1
}

/// Bounds of messages, in bytes unless said otherwise.
public enum WireLimits {
    /// The largest frame that a client may send on control.
    public static let controlFrame = 131_072
    /// The largest frame that a daemon may send on control: a commit goes in one, and that which brings
    /// the 10,000 screens of a stack back has more than four MiB if their ids are as long as may be. A
    /// client cuts a connection that brings a larger one.
    public static let replyFrame = 8_388_608
    /// The largest Feed.
    public static let feed = 16_384
    /// The most that one reply to sync, or one part of a snapshot, carries.
    public static let chunk = 262_144
    /// The most commits in one page of history.
    public static let historyPage = 250
    /// The longest name of what a device runs on.
    public static let platform = 128
    /// The longest origin of a connection; see ``Attribution/origin``.
    public static let origin = 64
    /// Users in one list.
    public static let userPage = 1_000
    /// The largest snapshot that a mirror takes.
    public static let snapshot = 268_435_456
    /// The most parts in which a mirror takes one: the largest has as many of ``chunk`` bytes.
    public static let snapshotParts = snapshot / chunk
}
