import Foundation
import NavigationBars
import NavigationModel
import Testing

/// Drawings beside the tests, as text files that people can look at. Run the tests with
/// `NAVSYNC_RECORD_GOLDEN=1` to write them anew, and look at what changed.
struct GoldenTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let name: String
        let columns: Int
        let rows: Int
        let scene: @Sendable () throws -> Scene

        init(
            _ name: String, _ columns: Int = 28, _ rows: Int = 14,
            _ scene: @escaping @Sendable () throws -> Scene
        ) {
            self.name = name
            self.columns = columns
            self.rows = rows
            self.scene = scene
        }

        var testDescription: String { name }

        var screen: ScreenDrawing {
            ScreenDrawing(
                device: "phone", status: "r 12", footer: "3f9c21aa", columns: columns, rows: rows)
        }
    }

    static let samples: [Sample] =
        ["clock.en", "clock.ko", "clock.ar", "phone.en", "phone.ko", "phone.ar", "music.en"]
        .map { name in Sample(name) { try SceneSamples.app(name) } }
        + ["music.ko", "music.ar"].map { name in
            Sample(name + ".wide", 60, 18) { try SceneSamples.app(name) }
        }
        + [
            Sample("empty") { .empty },
            Sample("smallest", 24, 10) { try SceneSamples.app("phone.en", selecting: "contacts") },
            Sample("dot-badge", 40, 12) { try SceneSamples.app("clock.en", selecting: "timers") },
            Sample("nothing-on-the-stack") { SceneSamples.stack([]) },
            Sample("deep-stack") { SceneSamples.stack((1...40).map { "Level \($0)" }) },
            Sample("long-titles") {
                SceneSamples.stack([
                    "A title that is much too long for a phone",
                    "Another that is no shorter at all",
                ])
            },
            Sample("many-tabs", 60, 10) { SceneSamples.tabs(64) },
            Sample("disabled", 28, 10) {
                Scene(
                    selectedTab: nil,
                    tabs: [Tab(id: "a", title: "Locked", icon: "house", isEnabled: false)])
            },
            Sample("sheet") { SceneSamples.presenting(.simple) },
            Sample("full-screen") { SceneSamples.presenting(.fullScreen) },
            Sample("smallest-sheet", 24, 10) { SceneSamples.presenting(.simple) },
            Sample("empty-sheet") { SceneSamples.presenting(.simple, stack: []) },
            Sample("hostile-sheet", 36, 24) {
                SceneSamples.presenting(.multiStep, stack: SceneSamples.hostile)
            },
            Sample("hostile", 36, 24) { SceneSamples.stack(SceneSamples.hostile) },
        ]

    @Test("A drawing is what it was", arguments: samples)
    func plain(sample: Sample) throws {
        let text = sample.screen.drawing(of: try sample.scene()).text()
        try compare(text, with: "\(sample.name).txt")
    }

    @Test("Styles and colours are what they were", arguments: [Drawing.Rendering.styled, .colored])
    func rendering(rendering: Drawing.Rendering) throws {
        var scene = try SceneSamples.app("phone.en")
        scene = Scene(
            selectedTab: scene.selectedTab,
            tabs: scene.tabs.map { tab in
                Tab(
                    id: tab.id, title: tab.title, icon: tab.icon, isEnabled: tab.id != "keypad",
                    badge: tab.badge, stack: tab.stack)
            })
        let drawing = ScreenDrawing(device: "phone", columns: 40, rows: 12).drawing(of: scene)
        try compare(drawing.text(rendering), with: "phone.en.\(rendering).ansi")
    }

    @Test("Three devices stand side by side")
    func sideBySide() throws {
        let scenes = try [
            ("phone", SceneSamples.app("clock.en")),
            ("tablet", SceneSamples.app("clock.en", selecting: "timers")),
            ("desk", .empty),
        ]
        let drawings = scenes.map { device, scene in
            ScreenDrawing(
                device: device, status: "r 7", columns: 28, rows: device == "desk" ? 12 : 14
            )
            .drawing(of: scene)
        }
        let joined = SideBySide(drawings, gap: 2).drawing
        #expect(joined.width == 88)
        try compare(joined.text(), with: "side-by-side.txt")
    }

    private func compare(_ text: String, with name: String) throws {
        let file = SceneSamples.golden.appending(path: name)
        if ProcessInfo.processInfo.environment["NAVSYNC_RECORD_GOLDEN"] != nil {
            try Data(text.utf8).write(to: file)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(Array(text.utf8) == Array(expected.utf8), "\(name) is now:\n\(text)")
    }
}
