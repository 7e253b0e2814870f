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
    let prunes = pruned.prune(
        through: horizon, limit: 1 + entries.count / 8, most: .max, at: time, as: horizon.next,
        by: "navsyncd")
    try pruned.checkForm()
    var mirror = state
    for commit in prunes {
        mirror.apply(commit)
        try require(mirror.scene == state.scene, "a prune changes nothing that is seen")
    }
    try require(mirror == pruned, "a prune is what its commits say")
    let rest = pruned.prune(
        through: horizon, limit: 1, most: 1, at: time, as: horizon.next, by: "navsyncd")
    try require(rest.isEmpty, "a prune leaves nothing to prune")
    var rekeyed = state
    if let commit = rekeyed.rekey(at: time, as: horizon.next, by: "navsyncd") {
        try rekeyed.checkForm()
        try require(Commit(encoded: commit.encoded) == commit, "a commit survives the wire")
    }
}
