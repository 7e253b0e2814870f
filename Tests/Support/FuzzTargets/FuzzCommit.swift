import NavigationModel
import NavigationWire

/// Reads a commit, and has a mirror's state apply it.
func fuzzCommit(_ bytes: [UInt8]) throws {
    guard let commit = try? Commit(encoded: bytes) else { return }
    try require(Commit(encoded: commit.encoded) == commit, "a commit survives the wire")
    let outcomes = commit.outcomes
    try require([Outcome](encoded: outcomes.encoded) == outcomes, "outcomes survive the wire")
    let operations = commit.operations
    try require(
        [Operation](encoded: operations.encoded) == operations, "operations survive the wire")
    var state = SampleScene.shared.state
    let before = state.scene
    state.apply(commit)
    try state.checkForm()
    if commit.effects.count <= 300 { try state.checkReference() }
    _ = before.differences(to: state.scene)
    _ = commit.outcome
    let once = state
    guard commit.prunedRecords.isEmpty else { return }
    state.apply(commit)
    try require(state == once, "a commit that comes twice changes nothing")
}
