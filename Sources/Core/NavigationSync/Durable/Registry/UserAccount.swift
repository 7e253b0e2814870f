package import NavigationModel
package import NavigationWire

/// The registry rows of one user.
package struct UserAccount: Hashable, Sendable {
    /// The user.
    package var user: RegisteredUser
    /// Its devices, revoked ones included.
    package var devices: [DeviceID: RegisteredDevice]
    /// Its invitations that have not been deleted yet.
    package var invitations: [InvitationID: Invitation]
    /// The histories that its scenes' present ones replaced, the newest last.
    package var former: [SceneID: [FormerHistory]]
    /// The stores that this one has replaced for it.
    package var formerStores: Set<StoreID>

    /// Joins the parts.
    package init(
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
    package mutating func note(_ histories: [FormerHistory], of scene: SceneID, _ store: StoreID) {
        let epochs = Set(histories.map(\.epoch))
        let others = former[scene, default: []].filter { !epochs.contains($0.epoch) }
        former[scene] = (others + histories).suffix(FormerHistory.most)
        if store != .none { formerStores.insert(store) }
    }

    /// Forgets that a history of a scene was replaced: it is the present one again.
    package mutating func forget(_ epoch: Epoch, of scene: SceneID) {
        former[scene]?.removeAll { $0.epoch == epoch }
    }

    /// Returns the device that has this key.
    package func device(with key: PublicKey) -> RegisteredDevice? {
        devices.values.first { $0.credential == .key(key) }
    }
}

/// A user in the registry.
package struct RegisteredUser: Hashable, Sendable {
    /// The name.
    package let name: UserID
    /// Its local user; `nil` for none. No two existing users have the same.
    package var uid: UInt32?
    /// The time of its addition, in daemon time.
    package let added: Timestamp
    /// The time of its removal; `nil` if it exists.
    package var removed: Timestamp?
    /// The actor of its addition, or of its assignment to a local user; `nil` if that is not known.
    package var addedBy: Attribution?
    /// The actor of its removal.
    package var removedBy: Attribution?

    /// Joins the parts.
    package init(
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
package struct RegisteredDevice: Hashable, Sendable {
    /// The id that it generated for itself.
    package let id: DeviceID
    /// Its name, for people.
    package var name: DeviceName
    /// Its platform, for people; may be empty.
    package var platform: String
    /// Its role.
    package var role: Role
    /// Its credential. No two devices have the same key.
    package let credential: DeviceInfo.Credential
    /// The invitation that it was paired by.
    package let invitation: InvitationID?
    /// The time of its registration, in daemon time.
    package let added: Timestamp
    /// The time of its revocation; `nil` if it is not revoked.
    package var revoked: Timestamp?
    /// Its origin, and the actors of changes to it.
    package var provenance: Provenance

    /// Joins the parts.
    package init(
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
package struct Invitation: Hashable, Sendable {
    /// Its id.
    package let id: InvitationID
    /// The public half of its key. No two invitations have the same.
    package let key: PublicKey
    /// The device's name unless it chooses another.
    package let name: DeviceName
    /// The device's role.
    package let role: Role
    /// The time of expiry by the daemon's clock.
    package let expires: Timestamp
    /// The time of expiry by accumulated uptime; the sooner of the two counts, so that a clock that
    /// was set back does not prolong it.
    package let expiresAtUptime: Duration
    /// The way it ended; `nil` while it is open or has merely expired.
    package var end: End?
    /// Its maker; `nil` if that is not known.
    package let madeBy: Attribution?
    /// The actor of its withdrawal.
    package var withdrawnBy: Attribution?

    /// The ends of an invitation.
    package enum End: Hashable, Sendable {
        /// A device was paired by it.
        case used(by: DeviceID)
        /// It was withdrawn.
        case withdrawn
    }

    /// Joins the parts.
    package init(
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
    package func isOpen(at wall: Timestamp, accumulatedUptime: Duration) -> Bool {
        end == nil && wall < expires && accumulatedUptime < expiresAtUptime
    }
}

/// A user's usage of the store, as far as limits apply to it.
package struct UserUsage: Hashable, Sendable {
    /// The scenes, without those in the trash.
    package var scenes: Set<SceneID>
    /// The scenes in the trash, by the names that they had.
    package private(set) var trash: [SceneID: TrashID] = [:]
    /// The devices that have ever changed one of them.
    package var devices: Set<DeviceID>
    /// Bytes of the kept commits and snapshots of each scene, also in the trash, by its id there.
    package var lengths: [SceneID: Int] {
        didSet { length = lengths.values.reduce(0, +) }
    }
    /// Bytes of the kept commits and snapshots of all scenes.
    package private(set) var length: Int

    /// Joins the parts.
    package init(
        scenes: Set<SceneID> = [], devices: Set<DeviceID> = [], lengths: [SceneID: Int] = [:]
    ) {
        self.scenes = scenes
        self.devices = devices
        self.lengths = lengths
        length = lengths.values.reduce(0, +)
    }

    /// Adds a scene by the id that the store has, with the bytes of its commits and snapshots.
    package mutating func insert(_ stored: SceneID, length: Int?) {
        if let trashed = TrashID(stored) {
            trash[trashed.name] = trashed
        } else {
            scenes.insert(stored)
        }
        lengths[stored] = length
    }

    /// Removes a scene by the id that the store has; returns the bytes of its commits and
    /// snapshots.
    @discardableResult
    package mutating func remove(_ stored: SceneID) -> Int? {
        if let trashed = TrashID(stored) {
            trash[trashed.name] = nil
        } else {
            scenes.remove(stored)
        }
        return lengths.removeValue(forKey: stored)
    }
}
