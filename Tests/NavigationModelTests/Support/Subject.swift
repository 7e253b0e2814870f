import NavigationModel

/// The model under test: the product, or the product with one bug planted into it from outside.
struct Subject: Sendable {
    /// The daemon, and a mirror for what is not confirmed yet, take a change.
    var admit:
        @Sendable (inout SceneState, Change, Timestamp, Revision) -> SceneState.ExecutionResult
    /// A mirror takes a commit.
    var apply: @Sendable (inout SceneState, Commit) -> Void
    /// The daemon prunes.
    var prune: @Sendable (inout SceneState, Revision, Timestamp, Revision) -> Commit?
    /// The state as people are shown it.
    var show: @Sendable (SceneState) -> SceneState

    /// The product as it is.
    static let product = Subject(
        admit: { state, change, time, revision in
            state.execute(change, at: time, revision: revision)
        },
        apply: { state, commit in state.apply(commit) },
        prune: { state, horizon, time, revision in
            state.prune(through: horizon, limit: 100, at: time, as: revision, by: "daemon")
        },
        show: { $0 })
}
