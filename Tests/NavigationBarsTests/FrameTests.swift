import NavigationBars
import NavigationModel
import NavigationText
import Testing

struct FrameTests {
    private static let scenes: [Scene] = {
        let apps = ["clock", "phone", "music"].flatMap { app in
            ["en", "ko", "ar"].compactMap { try? SceneSamples.app("\(app).\($0)") }
        }
        let hostile = SceneSamples.hostile.map { title in
            let tab = Tab(
                id: "a", title: title, icon: title, badge: title,
                stack: [
                    Screen(id: "1", route: title, title: title),
                    Screen(id: "2", route: title, title: title),
                ])
            let others = (1...4).map { number in
                Tab(id: TabID(rawValue: "\(number)") ?? "b", title: title, badge: title)
            }
            return Scene(selectedTab: "a", tabs: [tab] + others)
        }
        return apps + hostile + [.empty, SceneSamples.tabs(5), SceneSamples.tabs(64)]
            + [SceneSamples.stack([]), SceneSamples.stack((0...99).map(String.init))]
    }()

    @Test("Every line is exactly as wide as requested, whatever the titles", arguments: 24...60)
    func widths(columns: Int) {
        #expect(Self.scenes.count > 30)
        for rows in [10, 14, 24] {
            for scene in Self.scenes {
                let screen = ScreenDrawing(
                    device: scene.tabs.first?.title ?? "phone", status: "offline", footer: "3f9c",
                    columns: columns, rows: rows)
                let lines = screen.drawing(of: scene).rows()
                #expect(lines.count == rows)
                #expect(lines.allSatisfy { $0.displayWidth == columns }, "\(lines)")
                #expect(lines.allSatisfy { line in line.unicodeScalars.allSatisfy(isHarmless) })
                #expect(lines.allSatisfy(isBalanced))
            }
        }
    }

    private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory != .control
            && !(0x202a...0x202e).contains(scalar.value)
    }

    private func isBalanced(_ line: String) -> Bool {
        let opened = line.unicodeScalars.count { (0x2066...0x2068).contains($0.value) }
        return opened == line.unicodeScalars.count { $0.value == 0x2069 }
    }

    @Test("A size that is too small is raised to the smallest")
    func smallest() {
        let drawing = ScreenDrawing(device: "phone", columns: 1, rows: -5).drawing(of: .empty)
        #expect(drawing.width == ScreenDrawing.minimumSize.columns)
        #expect(drawing.lines.count == ScreenDrawing.minimumSize.rows)
    }

    @Test("Without colours there are none, and plain text has no escapes at all")
    func renderings() throws {
        let drawing = ScreenDrawing(device: "phone", columns: 30, rows: 12)
            .drawing(of: try SceneSamples.app("phone.en"))
        #expect(!drawing.text(.plain).contains("\u{1b}"))
        #expect(drawing.text(.styled).contains("\u{1b}[1m"))
        #expect(!drawing.text(.styled).contains("\u{1b}[1;3"))
        #expect(drawing.text(.colored).contains("\u{1b}[1;36m"))
        let escape = /\x1b\[[0-9;]*m/
        for rendering in [Drawing.Rendering.styled, .colored] {
            #expect(drawing.text(rendering).replacing(escape, with: "") == drawing.text())
        }
    }

    @Test("The selected tab is always in the bar", arguments: 24...60)
    func selected(columns: Int) {
        for count in 1...64 {
            let scene = SceneSamples.tabs(count)
            let drawing = ScreenDrawing(device: "d", columns: columns, rows: 10).drawing(of: scene)
            #expect(drawing.text().contains("━━━"), "\(count) tabs")
        }
    }

    @Test("No drawings side by side are an empty drawing, and gaps are as wide as requested")
    func sideBySide() {
        #expect(SideBySide([]).drawing.rows() == [])
        let one = Drawing(width: 2, lines: [StyledLine("ab"), StyledLine("c")])
        let two = Drawing(width: 1, lines: [StyledLine("d")])
        #expect(
            SideBySide([one, two, one], gap: 3).drawing.rows() == ["ab   d   ab", "c        c "])
    }
}
