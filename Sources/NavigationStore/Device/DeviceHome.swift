public import NavigationModel

/// The store that a device's directory belongs to: its mirrors, its outbox, its journal and its shelf.
public struct DeviceHome: Hashable, Sendable {
    /// The store; ``StoreID/none`` before one was met that says its id.
    public let store: StoreID
    /// Where its daemon was last found, or, before one was, where the first changes were meant to go;
    /// `nil` if neither is known.
    public let endpoint: String?
    /// Why it was looked for there, in the caller's words.
    public let source: String?
    /// Whether anything was seen of a scene.
    public let hasHistory: Bool
    /// How many changes wait, in all scenes of all users.
    public let waiting: Int
    /// Whether the next store that is met becomes the device's, whatever this says.
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
