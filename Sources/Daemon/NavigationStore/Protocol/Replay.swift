internal import NavigationModel

/// A replay of a log onto a snapshot, checked for gaps.
struct Replay {
    private let key: SceneKey
    /// The state so far.
    private(set) var state: SceneState
    /// The last commit in it.
    private(set) var revision: Revision

    /// Starts with a snapshot, or with an empty state.
    init(of key: SceneKey, from state: SceneState, at revision: Revision?) {
        self.key = key
        self.state = state
        self.revision = revision ?? .zero
    }

    /// Applies the next commit; throws ``StoreError/damagedScene(_:_:)`` if there is a gap.
    mutating func apply(_ commit: Commit) throws(StoreError) {
        guard commit.revision == revision.next else {
            throw .damagedScene(key, "revision \(revision.next) is missing from the log")
        }
        state.apply(commit)
        revision = commit.revision
    }
}
