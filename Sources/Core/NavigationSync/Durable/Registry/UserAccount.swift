public import NavigationModel
public import NavigationWire

/// The registry rows of one user.
public struct UserAccount: Hashable, Sendable {
    /// The user.
    public var user: RegisteredUser
    /// Its devices, revoked ones included.
    public var devices: [DeviceID: RegisteredDevice]
    /// Its invitations that have not been deleted yet.
    public var invitations: [InvitationID: Invitation]
    /// The histories that its scenes' present ones replaced, the newest last.
    public var former: [SceneID: [FormerHistory]]
    /// The stores that this one has replaced for it.
    public var formerStores: Set<StoreID>

    /// Joins the parts.
    public init(
        user: RegisteredUser, devices: [DeviceID: RegisteredDevice] = [:],
        invitations: [InvitationID: Invitation] = [:],
        former: [SceneID: [FormerHistory]] = [:], formerStores: Set<StoreID> = []
    ) {
        self.user = user
        self.devices = devices
        self.invitations = invitations
        self.former = former
        self.formerStores = formerStores
    }

    /// Records histories of a scene that were replaced, and their store unless it is this one.
    public mutating func note(_ histories: [FormerHistory], of scene: SceneID, _ store: StoreID) {
        let epochs = Set(histories.map(\.epoch))
        let others = former[scene, default: []].filter { !epochs.contains($0.epoch) }
        former[scene] = (others + histories).suffix(FormerHistory.most)
        if store != .none { formerStores.insert(store) }
    }

    /// Returns the device that has this key.
    public func device(with key: PublicKey) -> RegisteredDevice? {
        devices.values.first { $0.credential == .key(key) }
    }
}

/// A user in the registry.
public struct RegisteredUser: Hashable, Sendable {
    /// The name.
    public let name: UserID
    /// Its local user; `nil` for none. No two existing users have the same.
    public var uid: UInt32?
    /// The time of its addition, in daemon time.
    public let added: Timestamp
    /// The time of its removal; `nil` if it exists.
    public var removed: Timestamp?
    /// The actor of its addition, or of its assignment to a local user; `nil` if that is not known.
    public var addedBy: Attribution?
    /// The actor of its removal.
    public var removedBy: Attribution?

    /// Joins the parts.
    public init(
        name: UserID, uid: UInt32?, added: Timestamp, removed: Timestamp? = nil,
        addedBy: Attribution? = nil, removedBy: Attribution? = nil
    ) {
        self.addedBy = addedBy
        self.removedBy = removedBy
        self.name = name
        self.uid = uid
        self.added = added
        self.removed = removed
    }
}

/// A device of a user in the registry. A revoked one stays, so that its id can't be reused.
public struct RegisteredDevice: Hashable, Sendable {
    /// The id that it generated for itself.
    public let id: DeviceID
    /// Its name, for people.
    public var name: DeviceName
    /// Its platform, for people; may be empty.
    public var platform: String
    /// Its role.
    public var role: Role
    /// Its credential. No two devices have the same key.
    public let credential: DeviceInfo.Credential
    /// The invitation that it was paired by.
    public let invitation: InvitationID?
    /// The time of its registration, in daemon time.
    public let added: Timestamp
    /// The time of its revocation; `nil` if it is not revoked.
    public var revoked: Timestamp?
    /// Its origin, and the actors of changes to it.
    public var provenance: Provenance

    /// Joins the parts.
    public init(
        id: DeviceID, name: DeviceName, platform: String, role: Role,
        credential: DeviceInfo.Credential, invitation: InvitationID?, added: Timestamp,
        revoked: Timestamp? = nil, provenance: Provenance = Provenance()
    ) {
        self.provenance = provenance
        self.id = id
        self.name = name
        self.platform = platform
        self.role = role
        self.credential = credential
        self.invitation = invitation
        self.added = added
        self.revoked = revoked
    }
}

/// An invitation in the registry: open, until it has been used, withdrawn, or has expired.
public struct Invitation: Hashable, Sendable {
    /// Its id.
    public let id: InvitationID
    /// The public half of its key. No two invitations have the same.
    public let key: PublicKey
    /// The device's name unless it chooses another.
    public let name: DeviceName
    /// The device's role.
    public let role: Role
    /// The time of expiry by the daemon's clock.
    public let expires: Timestamp
    /// The time of expiry by accumulated uptime; the sooner of the two counts, so that a clock that
    /// was set back does not prolong it.
    public let expiresAtUptime: Duration
    /// The way it ended; `nil` while it is open or has merely expired.
    public var end: End?
    /// Its maker; `nil` if that is not known.
    public let madeBy: Attribution?
    /// The actor of its withdrawal.
    public var withdrawnBy: Attribution?

    /// The ends of an invitation.
    public enum End: Hashable, Sendable {
        /// A device was paired by it.
        case used(by: DeviceID)
        /// It was withdrawn.
        case withdrawn
    }

    /// Joins the parts.
    public init(
        id: InvitationID, key: PublicKey, name: DeviceName, role: Role, expires: Timestamp,
        expiresAtUptime: Duration, end: End? = nil, madeBy: Attribution? = nil,
        withdrawnBy: Attribution? = nil
    ) {
        self.madeBy = madeBy
        self.withdrawnBy = withdrawnBy
        self.id = id
        self.key = key
        self.name = name
        self.role = role
        self.expires = expires
        self.expiresAtUptime = expiresAtUptime
        self.end = end
    }

    /// Returns a Boolean value indicating whether a device can still be paired by it.
    public func isOpen(at wall: Timestamp, accumulatedUptime: Duration) -> Bool {
        end == nil && wall < expires && accumulatedUptime < expiresAtUptime
    }
}

/// A user's usage of the store, as far as limits apply to it.
public struct UserUsage: Hashable, Sendable {
    /// The scenes.
    public var scenes: Set<SceneID>
    /// The devices that have ever changed one of them.
    public var devices: Set<DeviceID>
    /// Bytes of the kept commits and snapshots of each scene.
    public var lengths: [SceneID: Int] {
        didSet { length = lengths.values.reduce(0, +) }
    }
    /// Bytes of the kept commits and snapshots of all scenes.
    public private(set) var length: Int

    /// Joins the parts.
    public init(
        scenes: Set<SceneID> = [], devices: Set<DeviceID> = [], lengths: [SceneID: Int] = [:]
    ) {
        self.scenes = scenes
        self.devices = devices
        self.lengths = lengths
        length = lengths.values.reduce(0, +)
    }
}
