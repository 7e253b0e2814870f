package import NavigationModel

/// A client's request on control. Every request gets exactly one ``Reply`` with its id.
package struct Request: Hashable, Sendable {
    /// An id chosen by the client, unique among the outstanding requests of its connection.
    package let id: UInt64
    /// The call.
    package let call: Call

    /// Joins the parts.
    package init(id: UInt64, call: Call) {
        self.id = id
        self.call = call
    }

    /// The calls of protocol version 1.
    package enum Call: Hashable, Sendable {
        /// Introduces the device; the first call on every connection.
        indirect case hello(Hello)
        /// Requests what is missing after a revision, and reports the oldest base as presence does.
        indirect case sync(
            scene: SceneID, epoch: Epoch, revision: Revision, oldestBase: Revision? = nil)
        /// Downloads a part of a snapshot that ``SyncReply`` offered.
        case snapshotPart(scene: SceneID, id: UInt64, offset: Int)
        /// Submits one change.
        case submit(SubmitRequest)
        /// Reports that the device still mirrors the scene, its position, and its place, unless it
        /// hides that; the reply has the head and the present devices.
        indirect case presence(
            scene: SceneID, at: MirrorPosition? = nil, place: DevicePlace? = nil)
        /// Reads the log, oldest first.
        case history(scene: SceneID, after: Revision, limit: Int)
        /// Reads the status of the daemon and the scene.
        case status(scene: SceneID)
        /// Requests the state at an earlier revision, to be downloaded in parts.
        case state(scene: SceneID, at: Revision)
        /// Has the daemon audit the stored scene.
        case audit(scene: SceneID)
        /// Lists a user's scenes; `nil` is the caller's own user.
        case listScenes(UserID?)
        /// Removes a scene of a user permanently, also one in the trash; `nil` is the caller's own user.
        case removeScene(UserID?, SceneID)
        /// Gives a scene another name, with its history; `nil` is the caller's own user.
        case renameScene(UserID?, SceneID, to: SceneID)
        /// Puts a scene in the trash; `nil` is the caller's own user.
        case trashScene(UserID?, SceneID)
        /// Takes a scene out of the trash; `nil` is the caller's own user.
        case restoreScene(UserID?, SceneID)
        /// Ends the device of the connection permanently.
        case leave
        /// Uploads a part of a state that the device remembers.
        indirect case remember(Remember)
        /// Lists the states of the user's scenes that devices have uploaded.
        case listRemembered
        /// Replaces a scene by one of them.
        indirect case heal(Heal)
        /// Pairs a device by its key.
        indirect case pair(PairRequest)
        /// Adds a user, optionally for a local user; for administrators.
        case addUser(UserID, uid: UInt32?)
        /// Lists users, sorted by name; for administrators.
        case listUsers(after: UserID?)
        /// Removes a user and revokes its devices, for administrators; erases its scenes too if
        /// `erases`.
        case removeUser(UserID, erases: Bool)
        /// Creates an invitation for one device.
        indirect case invite(InviteRequest)
        /// Lists a user's devices and open invitations; `nil` is the caller's own user, here and
        /// below.
        case listDevices(UserID?)
        /// Changes a device's name or role; `nil` leaves it.
        indirect case updateDevice(UserID?, DeviceID, name: DeviceName?, role: Role?)
        /// Revokes a device, at once and permanently; with its descendants, also those that came by
        /// its invitations, and by theirs.
        case revokeDevice(UserID?, DeviceID, withDescendants: Bool = false)
        /// Withdraws an invitation.
        case withdrawInvitation(UserID?, InvitationID)
        /// Shows or rotates the daemon's own key; for administrators.
        case serverKey(ServerKeyAction)
        /// Shows the fleet, or drains a node of it or ends that; for administrators.
        case fleet(FleetAction)
    }
}

/// The introduction of a device, which starts a session.
package struct Hello: Hashable, Sendable {
    /// The client's protocol version.
    package let version: UInt32
    /// The user whose scenes are meant; `nil` is the owner of the connection's key, or the user of
    /// the local user: for the one that the daemon runs as, the user of its login name.
    package let user: UserID?
    /// The id of the device.
    package let device: DeviceID
    /// The device's name.
    package let name: DeviceName
    /// Its platform, for people; may be empty.
    package let platform: String
    /// The daemon's next key, as the device knows it.
    package let nextServerKey: PublicKey?
    /// A Boolean value indicating whether the daemon refuses a user that does not exist yet, even
    /// to its own local user.
    package let requiresExistingUser: Bool
    /// A Boolean value indicating whether the device is for this session alone.
    package let isEphemeral: Bool
    /// The most that the session may do, whatever the role of the device.
    package let role: Role

    /// Joins the parts.
    package init(
        version: UInt32 = ProtocolVersion.current, user: UserID?, device: DeviceID,
        name: DeviceName, platform: String = "", nextServerKey: PublicKey? = nil,
        requiresExistingUser: Bool = true, isEphemeral: Bool = false, role: Role = .full
    ) {
        self.role = role
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

/// The position of a mirror in a history.
package struct MirrorPosition: Hashable, Sendable {
    /// The id of the history that it follows.
    package let epoch: Epoch
    /// The last revision that it has.
    package let revision: Revision
    /// The lower bound of the device's future bases; `nil` if it is not reported.
    package let oldestBase: Revision?

    /// Joins the parts.
    package init(epoch: Epoch, revision: Revision, oldestBase: Revision? = nil) {
        self.epoch = epoch
        self.revision = revision
        self.oldestBase = oldestBase
    }
}

/// A request to accept one change.
package struct SubmitRequest: Hashable, Sendable {
    /// The scene.
    package let scene: SceneID
    /// The id of the history that the change belongs to.
    package let epoch: Epoch
    /// The sequence number of the device's change before this one.
    package let after: SequenceNumber
    /// The encoded `Change`: its exact bytes, because their hash identifies it.
    package let change: [UInt8]
    /// Microseconds since the change was made; `nil` if the device does not know.
    package let age: Int64?

    /// Joins the parts.
    package init(
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
package enum ProtocolVersion {
    /// The only version.
    package static let current: UInt32 = 1
}

/// Size limits of messages, in bytes unless stated otherwise.
package enum WireLimits {
    /// The largest frame that a client may send on control.
    package static let controlFrame = 131_072
    /// The largest frame that a daemon may send on control: a commit goes in one, and the one that
    /// restores the 10,000 screens of a stack has more than four MiB if their ids have maximum
    /// length. A client closes a connection on receiving a larger one.
    package static let replyFrame = 8_388_608
    /// The largest feed frame.
    package static let feed = 16_384
    /// The most content of one reply to sync, or of one part of a snapshot.
    package static let chunk = 262_144
    /// The most commits in one page of the log, which are fewer if they are longer than ``chunk``.
    /// Earlier daemons send 250 at most.
    package static let historyPage = 4_096
    /// The longest platform name of a device.
    package static let platform = 128
    /// The longest origin of a connection; see ``Attribution/origin``.
    package static let origin = 64
    /// The most users in one list.
    package static let userPage = 1_000
    /// The largest snapshot that a mirror accepts.
    package static let snapshot = 268_435_456
    /// The most parts of a snapshot that a mirror accepts: the largest has as many of ``chunk``
    /// bytes.
    package static let snapshotParts = snapshot / chunk
}
