import NavigationBars
import NavigationModel
import NavigationText
import NavigationWire

/// Draws, speaks and checks the scene of any state, on a device that the first byte chooses.
func fuzzDrawing(_ bytes: [UInt8]) throws {
    guard let choice = bytes.first, let state = try? SceneState(snapshot: Array(bytes.dropFirst()))
    else { return }
    let scene = state.scene
    let profiles = DeviceProfile.all
    let device = profiles[Int(choice) % profiles.count].traits(
        orientation: choice & 0x80 == 0 ? .portrait : .landscape)
    try draw(scene, on: device)
    for string in Announcement.strings(from: .empty, to: scene, on: device) {
        try require(string.printable == string, "what is spoken is printable")
    }
    for finding in Linter.findings(in: scene, on: [device]) {
        try require(isClean("\(finding.reason)"), "a finding is clean")
    }
}

/// Draws a scene in every way.
func draw(_ scene: Scene, on device: DeviceTraits) throws {
    let layout = BarLayout(scene, on: device)
    let picture = SVGDrawing(of: layout).text
    try require(
        TerminalText(document: picture).description == picture, "a picture is printable as it is")
    for columns in [24, 80] {
        let drawing = TerminalDrawing(of: layout, columns: columns).drawing
        try require(drawing.lines.allSatisfy { $0.width == columns }, "lines have one width")
        try require(drawing.renderedRows().allSatisfy(isClean), "lines are clean")
    }
    let drawing = ScreenDrawing(device: "d", columns: 40, rows: 12).drawing(of: scene)
    try require(drawing.renderedRows().allSatisfy(isClean), "lines are clean")
}

/// Returns `true` if nothing in a line commands, ends or turns it, but for its own isolation.
func isClean(_ text: TerminalText) -> Bool {
    text.description.unicodeScalars.allSatisfy { scalar in
        scalar.printable == scalar || scalar == "\u{2068}" || scalar == "\u{2069}"
            || (0xe0020...0xe007f).contains(scalar.value)
    }
}

/// The sample scene, and nothing.
let drawingSeeds: [[UInt8]] = [
    [0] + SampleScene.shared.state.snapshot, [0x84] + SampleScene.shared.state.snapshot,
    [1] + SceneState().snapshot,
]
