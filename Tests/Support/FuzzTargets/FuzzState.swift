import NavigationModel
import NavigationWire

/// Reads a snapshot, and joins what is in it in other orders.
func fuzzState(_ bytes: [UInt8]) throws {
    guard let state = try? SceneState(snapshot: bytes) else { return }
    try state.checkForm()
    let entries = state.entries
    if entries.count <= 300 { try state.checkReference() }
    var oneByOne = SceneState()
    for (effect, revision) in entries.reversed() { oneByOne.join([effect], at: revision) }
    try require(oneByOne == state, "the order of joining changes nothing")
    try require(
        oneByOne.scene == state.scene || !state.hasUniqueStamps,
        "the order of joining changes nothing that is seen")
    var pruned = state
    let time = Timestamp(rawValue: Int64.max)
    let horizon = entries.map(\.revision).max() ?? .zero
    if let commit = pruned.prune(
        through: horizon, limit: 1_000, at: time, as: horizon.next, by: "navsyncd")
    {
        try pruned.checkForm()
        try require(pruned.scene == state.scene, "a prune changes nothing that is seen")
        var other = state
        other.apply(commit)
        try require(other == pruned, "a prune is what its commit says")
    }
    var rekeyed = state
    if let commit = rekeyed.rekey(at: time, as: horizon.next, by: "navsyncd") {
        try rekeyed.checkForm()
        try require(Commit(encoded: commit.encoded) == commit, "a commit survives the wire")
    }
}
