internal import NavigationModel

/// Applies a log to a snapshot, and sees to it that nothing is missing.
struct Replay {
    private let key: SceneKey
    /// The state so far.
    private(set) var state: SceneState
    /// The last commit in it.
    private(set) var revision: Revision

    /// Begins at a snapshot, or at nothing.
    init(of key: SceneKey, from state: SceneState, at revision: Revision?) {
        self.key = key
        self.state = state
        self.revision = revision ?? .zero
    }

    /// Applies the next commit; throws ``StoreError/damagedScene(_:_:)`` if it is not the next one.
    mutating func apply(_ commit: Commit) throws(StoreError) {
        guard commit.revision == revision.next else {
            throw .damagedScene(key, "revision \(revision.next) is missing from the log")
        }
        state.apply(commit)
        revision = commit.revision
    }
}
