import NavigationModel
import NavigationWire
import SeededRandom

/// Reads a change, and has a scene take it.
func fuzzChange(_ bytes: [UInt8]) throws {
    guard let change = try? Change(encoded: bytes) else { return }
    // What it says that is not known here is left out: then it is not the same change any more.
    let again = try Change(encoded: change.encoded)
    try require(
        change.isUnderstood ? again == change : again.operations == change.operations,
        "a change survives the wire")
    let base = SampleScene.shared
    for time in [base.state.latest.next, .zero.next] {
        var state = base.state
        let revision = base.revision.next
        let admission = state.execute(change, at: time, revision: revision)
        try require(
            admission.outcomes.count == change.operations.count, "each operation has an outcome")
        let commit = Commit(
            revision: revision, stamp: change.stamp(at: time), author: "phone",
            operations: change.operations, outcomes: admission.outcomes, effects: admission.effects)
        try require(Commit(encoded: commit.encoded) == commit, "a commit survives the wire")
        var mirror = base.state
        mirror.apply(commit)
        try require(mirror == state, "the effects are all that a change does")
        try require(mirror.scene == state.scene, "the effects are all that is seen of a change")
        try state.checkForm()
        _ = state.operations(
            undoing: InverseChange(
                sequence: change.sequence, done: change.operations, inverse: change.operations),
            by: change.device)
        var generator = SeededGenerator(seed: 1)
        _ = try? state.operations(repeating: change.operations, using: &generator)
    }
}
