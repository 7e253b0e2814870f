public import NavigationModel
public import NavigationWire

/// A store's own row.
public struct StoreIdentity: Hashable, Sendable {
    /// The store's id: what a device keeps belongs to it.
    public let id: StoreID
    /// The seed of the epochs of scenes that nobody has changed yet; another one after a restore and
    /// after an erasure.
    public let epochSeed: UInt64
    /// The heads that are known, besides the database, to have been acknowledged: of the present histories
    /// as of the claim, and of those that were lost.
    public let acknowledged: [SceneKey: [Head]]

    /// Joins the parts.
    public init(id: StoreID, epochSeed: UInt64, acknowledged: [SceneKey: [Head]] = [:]) {
        self.acknowledged = acknowledged
        self.id = id
        self.epochSeed = epochSeed
    }

    /// The epoch of a scene that nobody has changed yet: the same after each start, so that a first
    /// change meets the history that its device has seen. Never `Epoch.none`.
    func epoch(of key: SceneKey) -> Epoch {
        // No name has a zero in it.
        let bytes =
            Array("\(epochSeed)".utf8) + [0] + Array(key.user.rawValue.utf8) + [0]
            + Array(key.scene.rawValue.utf8)
        return Epoch(rawValue: max(1, Digest(hashing: bytes).firstLane))
    }
}
