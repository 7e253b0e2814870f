public import NavigationModel
public import NavigationWire

/// A scene's state that takes the place of what the store has of it, in a history of its own.
public struct HealedScene: Hashable, Sendable {
    /// The id of the new history.
    public let epoch: Epoch
    /// The digest of the state.
    public let digest: Digest
    /// The whole state, with which the new history begins.
    public let snapshot: SceneSnapshot
    /// The histories that it takes the place of, of which it has all.
    public let former: [FormerHistory]
    /// The store that the state came from; ``StoreID/none`` if it is this one, or nobody knows.
    public let store: StoreID
    /// The head that the store must have; `nil` if what it has can't be read.
    public let expected: Head?

    /// Joins the parts.
    public init(
        epoch: Epoch, digest: Digest, snapshot: SceneSnapshot, former: [FormerHistory],
        store: StoreID, expected: Head?
    ) {
        self.epoch = epoch
        self.digest = digest
        self.snapshot = snapshot
        self.former = former
        self.store = store
        self.expected = expected
    }

    /// The revision that the new history begins with.
    public var revision: Revision { snapshot.mark.revision }
}
