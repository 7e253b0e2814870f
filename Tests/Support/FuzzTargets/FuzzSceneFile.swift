import NavigationModel
import NavigationSceneFile
import NavigationWire
import SeededRandom

/// Reads a scene file, writes it again, and makes scenes what it says.
func fuzzSceneFile(_ bytes: [UInt8]) throws {
    let scene: SceneDescription
    do throws(SceneFileError) {
        scene = try SceneFile.read(bytes, name: "scene.yaml")
    } catch {
        try require(!error.problems.isEmpty, "a file that can't be read has a mistake")
        try require(!error.description.isEmpty, "a mistake is described")
        return
    }
    let text = SceneFile.write(scene)
    if text.utf8.count <= SceneFile.sizeLimit {
        let again = try SceneFile.read(text, name: "again.yaml")
        try require(again == scene, "what is written is read as it was")
        try require(SceneFile.write(again) == text, "a scene has one file")
    }
    for base in [SceneState(), SampleScene.shared.state] {
        var state = base
        var generator = SeededGenerator(seed: 7)
        guard let wished = try? state.operations(for: .replaceScene(scene), using: &generator),
            !wished.isEmpty
        else { continue }
        let change = Change(
            device: SampleScene.other, sequence: 1,
            base: Change.Base(revision: 100, latest: state.latest), operations: wished)
        try require(Change(encoded: change.encoded) == change, "a change survives the wire")
        let admission = state.execute(change, at: state.latest.next, revision: 101)
        try state.checkForm()
        guard !admission.outcomes.contains(where: { $0.kind == .rejected }) else { continue }
        let seen = state.scene.tabs.map(\.id)
        try require(seen == scene.tabs.map(\.id), "the tabs are those of the file, in its order")
        let left = try state.operations(for: .replaceScene(scene), using: &generator)
        try require(left.isEmpty, "what is so already needs no operation")
    }
}
