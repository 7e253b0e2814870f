public import NavigationModel
public import NavigationWire

/// All that the registry has of one user.
public struct UserAccount: Hashable, Sendable {
    /// The user.
    public var user: RegisteredUser
    /// Its devices, the revoked among them.
    public var devices: [DeviceID: RegisteredDevice]
    /// Its invitations that have not been forgotten yet.
    public var invitations: [InvitationID: Invitation]
    /// The histories that those of its scenes took the place of, the newest last.
    public var former: [SceneID: [FormerHistory]]
    /// The stores that this one has taken the place of for it.
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

    /// Notes histories of a scene that another has taken the place of, and the store they are of unless
    /// it is this one.
    public mutating func note(_ histories: [FormerHistory], of scene: SceneID, _ store: StoreID) {
        let epochs = Set(histories.map(\.epoch))
        let others = former[scene, default: []].filter { !epochs.contains($0.epoch) }
        former[scene] = (others + histories).suffix(FormerHistory.most)
        if store != .none { formerStores.insert(store) }
    }

    /// The device that has this key.
    public func device(with key: PublicKey) -> RegisteredDevice? {
        devices.values.first { $0.credential == .key(key) }
    }
}
