public import NavigationModel
public import NavigationWire

/// The identity of a store.
public struct StoreIdentity: Hashable, Sendable {
    /// The store's id: a device's state belongs to one store.
    public let id: StoreID
    /// The seed of the epochs of scenes without commits; replaced by a restore and by an erasure.
    public let epochSeed: UInt64
    /// The heads known, apart from the database, to have been acknowledged: of the present
    /// histories as of the claim, and of lost ones.
    public let acknowledged: [SceneKey: [Head]]

    /// Joins the parts.
    public init(id: StoreID, epochSeed: UInt64, acknowledged: [SceneKey: [Head]] = [:]) {
        self.acknowledged = acknowledged
        self.id = id
        self.epochSeed = epochSeed
    }

    /// Returns the epoch of a scene without commits: the same after each start, so that a first
    /// change meets the history that its device has observed. Never `Epoch.none`.
    func epoch(of key: SceneKey) -> Epoch {
        // No name contains a zero byte.
        let bytes =
            Array("\(epochSeed)".utf8) + [0] + Array(key.user.rawValue.utf8) + [0]
            + Array(key.scene.rawValue.utf8)
        return Epoch(rawValue: max(1, Digest(hashing: bytes).firstLane))
    }
}
