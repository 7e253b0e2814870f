package import NavigationModel

/// A replay of a log onto a snapshot, checked for gaps.
package struct Replay {
    private let key: SceneKey
    /// The state so far.
    package private(set) var state: SceneState
    /// The last commit in it.
    package private(set) var revision: Revision

    /// Starts with a snapshot, or with an empty state.
    package init(of key: SceneKey, from state: SceneState, at revision: Revision?) {
        self.key = key
        self.state = state
        self.revision = revision ?? .zero
    }

    /// Applies the next commits; throws if there is a gap, and is of no use after that.
    package mutating func apply(_ commits: [Commit]) throws(DamagedScene) {
        for commit in commits {
            guard commit.revision == revision.next else {
                throw DamagedScene(
                    key: key, reason: "revision \(revision.next) is missing from the log")
            }
            revision = commit.revision
        }
        state.apply(commits)
    }
}

/// The damage of a scene's stored commits or snapshot.
package struct DamagedScene: Error {
    /// The scene.
    package let key: SceneKey
    /// The damage, in the words of a message.
    package let reason: String

    /// Joins the parts.
    package init(key: SceneKey, reason: String) {
        (self.key, self.reason) = (key, reason)
    }
}
