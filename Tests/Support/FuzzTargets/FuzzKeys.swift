import CommandLine
import Live
import NavigationBars
import NavigationModel
import NavigationSync
import NavigationText

/// Reads the input of a terminal, all at once and byte by byte, and hands its keys to a device in a
/// terminal, whose size is the first byte's.
func fuzzKeys(_ bytes: [UInt8]) throws {
    guard let size = bytes.first else { return }
    let keys = decoded(chunks: [bytes.dropFirst()])
    let slowly = decoded(chunks: bytes.dropFirst().map { [$0] })
    try require(keys == slowly, "keys do not depend on the pieces that they come in")
    var sample = SampleScene.shared
    let profile = DeviceProfile.all[Int(size) % DeviceProfile.all.count]
    let traits = LiveTraits(device: profile.traits(), profile: profile.name)
    let commands = CommandTree(
        name: "program",
        commands: [
            CommandTree(name: "explain", summary: "Explain a commit.", isReading: true),
            CommandTree(name: "tab", commands: [CommandTree(name: "declare")]),
        ])
    var model = LiveModel(
        LiveModel.Setup(device: "phone", scene: "main", isReadOnly: size & 1 == 1), commands,
        size: TerminalSize(columns: 24 + Int(size) / 2, rows: 8 + Int(size) / 8), traits: traits)
    for key in [.other] + keys.prefix(mostKeys) {
        for case .perform(let intent) in model.update(.key(key)) { sample.take(intent) }
        _ = model.update(
            .mirror(
                MirrorView(scene: sample.state.scene, revision: sample.revision, status: .live)))
        let (drawing, cursor) = LiveScreen(model).frame
        try require(drawing.renderedRows().allSatisfy(isClean), "lines are clean")
        try require(
            cursor.map { $0.row < drawing.lines.count } ?? true, "the cursor is on the screen")
    }
}

/// The keys of an input that are handed on: each has a picture drawn.
private let mostKeys = 64

/// Returns the keys of an input that comes in pieces, with nothing after it.
private func decoded(chunks: [some Sequence<UInt8>]) -> [Key] {
    var decoder = KeyDecoder()
    return chunks.flatMap { decoder.decode($0) } + decoder.flush()
}

/// Letters, arrows, a pointer, a paste, and sequences that are cut off or too long.
let keySeeds: [[UInt8]] = [
    "2\r", "app://ann\tAnn\r", "\u{1b}[A\u{1b}OB\u{1b}[1;5C",
    "\u{1b}[<0;10;5M\u{1b}[<0;10;5m", "\u{1b}[<64;1;1M", "\u{1b}[200~한글 text\u{1b}[201~",
    ":explain 2\rq", "/mail\r", "t\u{1b}[D\u{1b}", "mPDLR+-?", "u\u{12}\u{7f}g",
    "\u{1b}[" + String(repeating: "1;", count: 60), "한\u{1b}x\u{1b}\u{1b}[",
].map { [40] + Array($0.utf8) }
