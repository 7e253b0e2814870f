import NavigationJSON
import NavigationModel
import NavigationWire
import SeededRandom

/// Reads an object that a program writes, and makes of an intent what it says.
func fuzzIntent(_ bytes: [UInt8]) throws {
    let json: JSON
    do throws(JSONSyntaxError) {
        json = try JSON(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
        try require(error.offset >= 0, "a mistake has a place")
        try require(!error.description.isEmpty, "a mistake is described")
        return
    }
    let text = json.text
    try require(JSON(parsing: text).text == text, "what is written is read as it was")
    let change: RequestedChange
    do throws(JSONContentError) { change = try RequestedChange(json) } catch {
        try require(!error.description.isEmpty, "a mistake is described")
        return
    }
    for base in [SceneState(), SampleScene.shared.state] {
        var state = base
        var generator = SeededGenerator(seed: 7)
        guard let operations = try? state.operations(for: change.intent, using: &generator) else {
            continue
        }
        let change = Change(
            device: SampleScene.other, sequence: 1,
            base: Change.Base(revision: 100, latest: state.latest), operations: operations)
        try require(Change(encoded: change.encoded) == change, "a change survives the wire")
        _ = state.execute(change, at: state.latest.next, revision: 101)
        try state.checkForm()
    }
}
