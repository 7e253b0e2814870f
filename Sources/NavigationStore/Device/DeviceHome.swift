public import NavigationModel

/// The store that a device's directory belongs to: its mirrors, its outbox, its journal and its shelf.
public struct DeviceHome: Hashable, Sendable {
    /// The store; `StoreID.none` before one was met that says its id.
    public let store: StoreID
    /// The last known endpoint of its daemon or, before one was met, that for which the first
    /// changes were meant; `nil` if neither is known.
    public let endpoint: String?
    /// Why it was looked for there, in the caller's words.
    public let source: String?
    /// A Boolean value indicating whether the device has seen a commit of any scene.
    public let hasHistory: Bool
    /// The number of changes that wait, in all scenes of all users.
    public let waiting: Int
    /// A Boolean value indicating whether the next store that is met becomes the device's, in the
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
