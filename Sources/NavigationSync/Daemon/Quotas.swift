/// What one device, one peer and all of them together may take, as whoever runs the daemon sets it.
///
/// The rates are of token buckets: so many a second for ever, and so many at once after a pause.
public struct Quotas: Hashable, Sendable {
    /// Changes a second of one device: a hundred times what hands can do.
    public var changeRate: Int
    /// Changes of one device at once: a device that comes back hands over its whole outbox.
    public var changeBurst: Int
    /// Requests a second of one device by its key, of one local user, or of one connection of an
    /// administrator; submits among them.
    public var requestRate: Int
    /// The same at once.
    public var requestBurst: Int
    /// Connections to the daemon, of which a device that follows a scene has two; never more than 80 %
    /// of the descriptors that the system allows.
    public var connections: Int
    /// Bytes of scenes kept in memory.
    public var memory: Int
    /// Bytes that one scene may take in memory; beyond it changes that add to it are refused.
    public var sceneMemory: Int
    /// Bytes that the commits and snapshots of one user may take on disk; beyond half of it less of the
    /// history is kept, beyond all of it changes are put off.
    public var userStorage: Int
    /// Bytes of the database in use beyond which changes are put off.
    public var storage: Int

    /// Joins the parts; what is left out is what suits people's own devices.
    public init(
        changeRate: Int = 2_000, changeBurst: Int = 50_000, requestRate: Int = 20_000,
        requestBurst: Int = 100_000, connections: Int = 20_000, memory: Int = 256 << 20,
        sceneMemory: Int = 32 << 20, userStorage: Int = 1 << 30, storage: Int = 64 << 30
    ) {
        self.changeRate = changeRate
        self.changeBurst = changeBurst
        self.requestRate = requestRate
        self.requestBurst = requestBurst
        self.connections = connections
        self.memory = memory
        self.sceneMemory = sceneMemory
        self.userStorage = userStorage
        self.storage = storage
    }
}
