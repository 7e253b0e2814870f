public import NavigationModel

/// The store that a device's database belongs to, with its mirrors, its outbox, its journal and its
/// shelf.
public struct DeviceHome: Hashable, Sendable {
    /// The store; `StoreID.none` before the first store with an id.
    public let store: StoreID
    /// The last known endpoint of its daemon or, before the first store, the one that the first
    /// changes were made for; `nil` if neither is known.
    public let endpoint: String?
    /// The source of the endpoint, in the caller's words.
    public let source: String?
    /// A Boolean value indicating whether the device has a commit of any scene.
    public let hasHistory: Bool
    /// The number of pending changes, in all scenes of all users.
    public let waiting: Int
    /// A Boolean value indicating whether the device adopts the next store that it connects to, in
    /// place of ``store``.
    public let adoptsNext: Bool

    /// Joins the parts.
    public init(
        store: StoreID, endpoint: String?, source: String?, hasHistory: Bool, waiting: Int,
        adoptsNext: Bool
    ) {
        self.store = store
        self.endpoint = endpoint
        self.source = source
        self.hasHistory = hasHistory
        self.waiting = waiting
        self.adoptsNext = adoptsNext
    }
}
