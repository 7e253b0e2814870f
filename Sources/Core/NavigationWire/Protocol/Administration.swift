public import NavigationModel

/// A request to register a device by its key: the only call that an invitation's key is for.
package struct PairRequest: Hashable, Sendable {
    /// The client's protocol version.
    package let version: UInt32
    /// The id that the device has generated for itself.
    package let device: DeviceID
    /// The device's name; `nil` leaves it to the invitation.
    package let name: DeviceName?
    /// Its platform, for people.
    package let platform: String
    /// The key that it will connect with.
    package let key: PublicKey

    /// Joins the parts.
    package init(
        version: UInt32 = ProtocolVersion.current, device: DeviceID, name: DeviceName?,
        platform: String, key: PublicKey
    ) {
        self.version = version
        self.device = device
        self.name = name
        self.platform = platform
        self.key = key
    }
}

/// A scene in the trash, which can be restored.
public struct TrashedScene: Hashable, Sendable {
    /// The name that it had, and gets again.
    public let name: SceneID
    /// The time of its removal, in daemon time.
    public let removed: Timestamp
    /// The end of the time for which it is kept.
    public let keptUntil: Timestamp

    /// Joins the parts.
    package init(name: SceneID, removed: Timestamp, keptUntil: Timestamp) {
        self.name = name
        self.removed = removed
        self.keptUntil = keptUntil
    }
}

/// The reply to ``PairRequest``: the device may connect with its key.
package struct PairReply: Hashable, Sendable {
    /// The user that the device belongs to.
    package let user: UserID
    /// Its name.
    package let name: DeviceName
    /// Its role.
    package let role: Role

    /// Joins the parts.
    package init(user: UserID, name: DeviceName, role: Role) {
        self.user = user
        self.name = name
        self.role = role
    }
}

/// A request for an invitation. Its key pair is the caller's, so the daemon never sees the secret.
package struct InviteRequest: Hashable, Sendable {
    /// The user that the device will belong to; `nil` is the caller's own user.
    package let user: UserID?
    /// The device's name unless it chooses another.
    package let name: DeviceName
    /// Its role.
    package let role: Role
    /// The public half of the invitation's key.
    package let key: PublicKey
    /// The time until it expires; whole seconds up to ``longestLifetime``.
    package let lifetime: Duration

    /// The default: ten minutes.
    package static let usualLifetime = Duration.seconds(600)
    /// The maximum: a day.
    package static let longestLifetime = Duration.seconds(86_400)

    /// Joins the parts.
    package init(
        user: UserID?, name: DeviceName, role: Role, key: PublicKey,
        lifetime: Duration = usualLifetime
    ) {
        self.user = user
        self.name = name
        self.role = role
        self.key = key
        self.lifetime = lifetime
    }
}

/// The reply to ``InviteRequest``: the data for the new device, except the secret.
package struct InviteReply: Hashable, Sendable {
    /// The invitation.
    package let id: InvitationID
    /// The user that the device will belong to.
    package let user: UserID
    /// The time when it expires, in daemon time.
    package let expires: Timestamp
    /// The daemon's own key.
    package let serverKey: PublicKey
    /// The addresses of control, `host:port`, the likeliest first; empty if the daemon does not
    /// listen on TCP.
    package let addresses: [String]

    /// Joins the parts.
    package init(
        id: InvitationID, user: UserID, expires: Timestamp, serverKey: PublicKey,
        addresses: [String]
    ) {
        self.id = id
        self.user = user
        self.expires = expires
        self.serverKey = serverKey
        self.addresses = addresses
    }
}

/// A user as the daemon lists it.
package struct UserInfo: Hashable, Sendable {
    /// The name.
    package let name: UserID
    /// Its local user; `nil` for none.
    package let uid: UInt32?
    /// The time of its addition, in daemon time.
    package let added: Timestamp
    /// Devices that are not revoked.
    package let devices: Int
    /// The number of its scenes.
    package let scenes: Int
    /// Bytes that the commits and snapshots of its scenes take on disk; 0 if the daemon does not
    /// report it.
    package let storage: UInt64
    /// The actor of its addition; `nil` if that is not known.
    package let addedBy: Attribution?

    /// Joins the parts.
    package init(
        name: UserID, uid: UInt32?, added: Timestamp, devices: Int, scenes: Int,
        storage: UInt64 = 0, addedBy: Attribution? = nil
    ) {
        self.addedBy = addedBy
        self.name = name
        self.uid = uid
        self.added = added
        self.devices = devices
        self.scenes = scenes
        self.storage = storage
    }
}

/// A device as the daemon lists it.
public struct DeviceInfo: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// Its name, for people.
    public let name: DeviceName
    /// Its platform, for people; may be empty.
    public let platform: String
    /// Its role.
    public let role: Role
    /// Its credential.
    public let credential: Credential
    /// The time of its registration, in daemon time.
    public let added: Timestamp
    /// The time of its revocation; `nil` if it is not revoked.
    public let revoked: Timestamp?
    /// Its connections that have said hello.
    public let connections: Int
    /// The time when it was last seen; `nil` if not since the daemon started.
    public let lastSeen: Timestamp?
    /// A Boolean value indicating whether it knows the daemon's next key.
    public let knowsNextServerKey: Bool
    /// Its progress in the scenes where it is known, sorted by scene name.
    public let progress: [DeviceProgress]
    /// The invitation that it was paired by; `nil` for a device without a key.
    public let invitation: InvitationID?
    /// Its origin, and the actors of changes to it.
    public let provenance: Provenance

    /// The credentials of a device.
    public enum Credential: Hashable, Sendable {
        /// Its key.
        case key(PublicKey)
        /// A process of this local user.
        case uid(UInt32)
    }

    /// Joins the parts.
    public init(
        device: DeviceID, name: DeviceName, platform: String, role: Role, credential: Credential,
        added: Timestamp, revoked: Timestamp?, connections: Int, lastSeen: Timestamp?,
        knowsNextServerKey: Bool, progress: [DeviceProgress] = [],
        invitation: InvitationID? = nil, provenance: Provenance = Provenance()
    ) {
        self.invitation = invitation
        self.provenance = provenance
        self.device = device
        self.name = name
        self.platform = platform
        self.role = role
        self.credential = credential
        self.added = added
        self.revoked = revoked
        self.connections = connections
        self.lastSeen = lastSeen
        self.knowsNextServerKey = knowsNextServerKey
        self.progress = progress
    }
}

/// A device's progress in a scene, as it was last known.
public struct DeviceProgress: Hashable, Sendable {
    /// The scene.
    public let scene: SceneID
    /// The last revision that the device is known to have.
    public let revision: Revision
    /// The number of revisions after that one.
    public let lag: UInt64
    /// The time when the first of those was committed, in daemon time; `nil` if there is none, or
    /// its commit is no longer in memory.
    public let since: Timestamp?
    /// The time of this observation, in daemon time.
    public let observedAt: Timestamp
    /// The device's place; `nil` unless it is present in the scene.
    public let place: DevicePlace?

    /// Joins the parts.
    public init(
        scene: SceneID, revision: Revision, lag: UInt64, since: Timestamp?, observedAt: Timestamp,
        place: DevicePlace? = nil
    ) {
        self.place = place
        self.scene = scene
        self.revision = revision
        self.lag = lag
        self.since = since
        self.observedAt = observedAt
    }
}

/// An open invitation as the daemon lists it.
public struct InvitationInfo: Hashable, Sendable {
    /// The invitation.
    public let id: InvitationID
    /// The device's name.
    public let name: DeviceName
    /// Its role.
    public let role: Role
    /// The time when it expires, in daemon time.
    public let expires: Timestamp
    /// Its maker; `nil` if that is not known.
    public let madeBy: Attribution?

    /// Joins the parts.
    public init(
        id: InvitationID, name: DeviceName, role: Role, expires: Timestamp,
        madeBy: Attribution? = nil
    ) {
        self.madeBy = madeBy
        self.id = id
        self.name = name
        self.role = role
        self.expires = expires
    }
}

/// The reply to a revocation.
public struct Revoked: Hashable, Sendable {
    /// The scenes' heads, at the commit that announces it.
    public let heads: [Head]
    /// The revoked devices: the named one, then those that it had invited, if that was requested.
    /// Empty from a daemon without support for the latter.
    public let devices: [DeviceID]
    /// The open invitations that were withdrawn.
    public let withdrawn: [InvitationInfo]
    /// The devices, still with access, that came by an invitation of ``devices``, or by one of
    /// theirs, and so on.
    public let letIn: [DeviceInfo]

    /// Joins the parts.
    public init(
        heads: [Head], devices: [DeviceID] = [], withdrawn: [InvitationInfo] = [],
        letIn: [DeviceInfo] = []
    ) {
        self.heads = heads
        self.devices = devices
        self.withdrawn = withdrawn
        self.letIn = letIn
    }
}

/// The actions on the daemon's own key, with their numbers on the wire.
package enum ServerKeyAction: Int, Hashable, Sendable {
    /// Return the keys.
    case show = 0
    /// Generate the next key, and announce it to all devices.
    case prepare = 1
    /// Activate the next key at the next start.
    case switchOver = 2
    /// Discard the next key.
    case cancel = 3
}

/// The public halves of the daemon's keys.
package struct ServerKeysInfo: Hashable, Sendable {
    /// The key in use.
    package let key: PublicKey
    /// The prepared key.
    package let next: PublicKey?
    /// A Boolean value indicating whether the next start activates the prepared key.
    package let switchesAtRestart: Bool

    /// Joins the parts.
    package init(key: PublicKey, next: PublicKey?, switchesAtRestart: Bool) {
        self.key = key
        self.next = next
        self.switchesAtRestart = switchesAtRestart
    }
}
