import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Traits that people have set for reading")
struct TextTraitTests {
    private static let rows: Properties = ["rows": "a,b", "rows.a.title": "One"]
    private let large = NavigationBarSample(
        ["Inbox"], top: rows, bar: ["navigationBar.prefersLargeTitles": "true"])

    private func layout(
        _ sample: NavigationBarSample? = nil, on traits: DeviceTraits = TestDevice.phone,
        _ change: (inout DeviceTraits) -> Void
    ) -> BarLayout {
        BarLayout((sample ?? large).scene, on: traits.with(change))
    }

    @Test("Content and large titles have the published sizes, other words of bars stay")
    func sizes() throws {
        let sizes: [(TextSize, Double, Double)] = [
            (.xS, 14, 31), (.L, 17, 34), (.xxxL, 23, 40), (.AX1, 28, 44), (.AX5, 53, 60),
        ]
        for (size, body, title) in sizes {
            let layout = layout { $0.textSize = size }
            #expect(isClose(try #require(layout.content.rows.first).label.font.size, body))
            let bar = try #require(layout.navigationBar)
            #expect(isClose(try #require(bar.title).font.size, title))
            #expect(try #require(bar.title).frame.maxY <= bar.frame.maxY)
            #expect(layout.tabBar?.items.first?.label?.font.size == 10)
        }
    }

    @Test("Rows grow with their text, and never overlap", arguments: TextSize.allCases)
    func rowHeights(size: TextSize) {
        for device in [TestDevice.phone, TestDevice.pad, TestDevice.android] {
            let rows = layout(on: device) { $0.textSize = size }.content.rows
            #expect(rows.allSatisfy { $0.label.frame.height <= $0.frame.height })
            #expect(rows.allSatisfy { $0.frame.height >= 44 })
            #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.frame.maxY == $1.frame.y })
        }
    }

    @Test("An Android device's text grows to twice its size at most")
    func android() throws {
        let font = layout(on: TestDevice.android) { $0.textSize = .AX5 }.content.rows[0].label.font
        #expect(font.size == 32)
    }

    @Test(
        "The large content viewer shows a bar's item under the finger, at sizes for accessibility")
    func largeContent() throws {
        let shown = layout {
            $0.textSize = .AX2; $0.pressed = "tab.search"
        }
        let viewer = try #require(shown.largeContent)
        #expect(viewer.label?.text == "Search" && viewer.icon?.symbol == "magnifyingglass")
        #expect(viewer.background.frame.within(shown.screen) == viewer.background.frame)
        #expect(try SVGDocument(of: shown).has("largeContent.label"))
        #expect(
            layout {
                $0.textSize = .xxxL; $0.pressed = "tab.search"
            }.largeContent == nil)
        #expect(layout { $0.textSize = .AX2 }.largeContent == nil)
        #expect(
            layout {
                $0.textSize = .AX2; $0.pressed = "content.row.a"
            }.largeContent == nil)
        let back = layout(NavigationBarSample()) {
            $0.textSize = .AX5
            $0.pressed = "navigationBar.back"
        }
        #expect(back.largeContent?.label?.whole == "Settings")
    }

    @Test("Bold text is heavier everywhere, and measured so")
    func bold() throws {
        let (usual, bold) = (layout { _ in }, layout { $0.isBoldText = true })
        #expect(try #require(usual.content.rows.first).label.font.weight == .regular)
        #expect(try #require(bold.content.rows.first).label.font.weight == .semibold)
        #expect(try #require(bold.tabBar).items[0].label?.font.weight == .semibold)
        let (narrow, wide) = (usual.content.rows[0].label, bold.content.rows[0].label)
        #expect(wide.frame.width > narrow.frame.width)
    }

    @Test("Increased contrast has UIKit's colours for it, in light and dark")
    func contrast() throws {
        let light = layout { $0.increasesContrast = true }
        let items = try #require(light.tabBar).items
        #expect(
            items[0].label?.color == Color(0x0040DD) && items[1].label?.color == Color(0x6C6C70))
        let dark = layout {
            $0.increasesContrast = true
            $0.appearance = .dark
        }
        #expect(try #require(dark.tabBar).items[0].label?.color == Color(0x409CFF))
    }

    @Test(
        "Reduced transparency leaves no bar translucent", arguments: DeviceProfile.all.map(\.name))
    func transparency(profile: String) throws {
        let sample = NavigationBarSample(top: ["right": "a", "right.a.title": "Edit"])
        let layout = try BarLayout(sample.scene, on: profile) { $0.reducesTransparency = true }
        let bar = try #require(layout.navigationBar)
        let glass = (bar.left + bar.right).map(\.background) + [bar.back?.background]
        let backgrounds =
            [bar.background, try #require(layout.tabBar).background] + glass.compactMap(\.self)
        #expect(backgrounds.allSatisfy { $0.kind != .translucent })
        #expect(backgrounds.allSatisfy { $0.kind == .none || $0.color.opacity == 1 })
    }

    @Test("Text has each setting: in its look, or in a word at the upper edge")
    func terminal() throws {
        func drawing(_ change: (inout DeviceTraits) -> Void) -> Drawing {
            TerminalDrawing(of: layout(large, change), columns: 40).drawing
        }
        let usual = drawing { _ in }
        #expect(usual.rows()[0] == "╭" + String(repeating: "─", count: 38) + "╮")
        let changes: [(String, (inout DeviceTraits) -> Void)] = [
            ("AX2", { $0.textSize = .AX2 }), ("bold", { $0.isBoldText = true }),
            ("more contrast", { $0.increasesContrast = true }),
            ("opaque", { $0.reducesTransparency = true }), ("still", { $0.reducesMotion = true }),
            ("right to left", { $0.layoutDirection = .rightToLeft }),
        ]
        for (word, change) in changes {
            #expect(drawing(change).rows()[0].hasPrefix("╭─ \(word) ─"), "\(word)")
        }
        let bold = drawing { $0.isBoldText = true }.lines.flatMap(\.runs)
        #expect(bold.allSatisfy { $0.style.isBold })
        #expect(usual.lines.flatMap(\.runs).contains { $0.style.isDim })
        let contrast = drawing { $0.increasesContrast = true }.lines.flatMap(\.runs)
        #expect(!contrast.contains { $0.style.isDim })
        let viewer = drawing {
            $0.textSize = .AX2
            $0.pressed = "tab.search"
        }
        #expect(viewer.text().contains("│   ⌕    │") && viewer.text().contains("│ Search │"))
    }

    @Test("Speech is the same at every setting, and whole where the text is cut")
    func speech() throws {
        let title = String(repeating: "Long ", count: 12) + "title"
        let sample = NavigationBarSample(
            [title], top: Self.rows, bar: ["navigationBar.prefersLargeTitles": "true"])
        let usual = ReadingOrder(layout(sample) { _ in })
        let changes: [(inout DeviceTraits) -> Void] = [
            { $0.textSize = .AX5 }, { $0.isBoldText = true }, { $0.increasesContrast = true },
            { $0.reducesTransparency = true }, { $0.reducesMotion = true },
            { $0.layoutDirection = .rightToLeft },
        ]
        for change in changes {
            let layout = layout(sample, change)
            #expect(ReadingOrder(layout) == usual)
            #expect(layout.navigationBar?.title?.text != title)
        }
        #expect(usual.strings.contains("\(title) heading"))
    }

    @Test("Reduced motion fades or stands still")
    func motion() throws {
        let layout = BarLayout(
            NavigationBarSample.presenting(.simple).scene,
            on: TestDevice.phone.with { $0.reducesMotion = true })
        #expect(layout.navigationBar?.transition.kind == .fade)
        #expect(layout.modal?.motion.kind == .fade)
        let motions = try #require(layout.tabBar).items.compactMap(\.motion?.kind)
        #expect(motions.allSatisfy { $0 == .fade })
    }

    @Test("A layout's direction can be another than its language's, which the words keep")
    func direction() throws {
        let english = layout(NavigationBarSample()) { $0.layoutDirection = .rightToLeft }
        let bar = try #require(english.navigationBar)
        #expect(try #require(bar.back).frame.maxX == english.screen.maxX - 2)
        #expect(bar.back?.label?.text == "Settings" && bar.pushEdge == "left")
        let arabic = layout(NavigationBarSample(), on: TestDevice.phone.rightToLeft) {
            $0.layoutDirection = .leftToRight
        }
        #expect(try #require(arabic.navigationBar?.back).frame.x == 2)
    }
}
