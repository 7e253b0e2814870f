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
