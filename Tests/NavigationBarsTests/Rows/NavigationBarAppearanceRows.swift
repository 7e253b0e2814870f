import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("The navigation bar: large titles, the four appearances, and traits")
struct NavigationBarAppearanceRows {
    private let all: Properties = [
        "navigationBar.standardAppearance.backgroundColor": "#111111",
        "navigationBar.compactAppearance.backgroundColor": "#222222",
        "navigationBar.scrollEdgeAppearance.backgroundColor": "#333333",
        "navigationBar.compactScrollEdgeAppearance.backgroundColor": "#444444",
    ]

    private func expect(
        _ active: String, _ fill: String?, _ values: Properties, on traits: DeviceTraits,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let layout = NavigationBarSample(bar: values).layout(on: traits)
        let bar = try #require(layout.navigationBar, sourceLocation: sourceLocation)
        #expect(bar.activeAppearance.rawValue == active, sourceLocation: sourceLocation)
        let read = try LayoutJSON(of: layout)["navigationBar.activeAppearance"]
        #expect(read == .text(active), sourceLocation: sourceLocation)
        let drawn = try SVGDocument(of: layout)["navigationBar.background"]["fill"]
        if let fill { #expect(drawn == fill, sourceLocation: sourceLocation) }
    }

    @Test("N-79: a bar that prefers large titles shows its title larger, below the buttons")
    func large() throws {
        let row = DescribedRow("N-79")
        let name = Property.named(row["property"])
        let plain = try NavigationBarSample(["Settings"]).bar()
        let sample = NavigationBarSample(["Settings"], bar: [name: "true"])
        let bar = try sample.bar()
        #expect(plain.titleMode.rawValue == row["from"])
        #expect(bar.titleMode.rawValue == row["to"])
        #expect(try sample.json()["navigationBar.titleMode"] == .text(row["to"]))
        let (small, large) = (try #require(plain.title), try #require(bar.title))
        #expect(try sample.svg()["navigationBar.title"].number("font-size") > small.font.size)
        #expect(large.frame.y >= plain.frame.maxY)
        #expect(large.frame.maxY <= bar.frame.maxY)
        #expect(large.frame.x == 16)
        let right = try #require(try sample.bar(on: TestDevice.phone.rightToLeft).title)
        #expect(right.frame.maxX == TestDevice.phone.size.width - 16)
    }

    @Test("N-79: a screen may keep its title small, and those above it follow")
    func displayMode() throws {
        let bar: Properties = ["navigationBar.prefersLargeTitles": "true"]
        var sample = NavigationBarSample(top: ["largeTitleDisplayMode": "never"], bar: bar)
        #expect(try sample.bar().titleMode == .standard)
        sample.stack += [Screen(id: "next", route: "app://next", title: "Next")]
        #expect(try sample.bar().titleMode == .standard)
        sample.stack += [
            Screen(
                id: "last", route: "app://last", title: "Last",
                properties: ["largeTitleDisplayMode": "always"])
        ]
        #expect(try sample.bar().titleMode == .large)
        #expect(try sample.bar(on: TestDevice.landscapePhone).titleMode == .standard)
    }

    @Test("N-80: the standard appearance is for the usual height once content is scrolled")
    func standard() throws {
        let row = DescribedRow("N-80")
        #expect(TestDevice.phone.orientation.rawValue == row["orientation"])
        try expect(row["activeAppearance"], "#111111", all, on: TestDevice.phone.scrolled)
        try expect(row["activeAppearance"], nil, [:], on: TestDevice.phone.scrolled)
    }

    @Test("N-81: the compact appearance is for the compact height; without one the standard is")
    func compact() throws {
        let row = DescribedRow("N-81")
        let landscape = TestDevice.landscapePhone.scrolled
        #expect(landscape.orientation.rawValue == row["orientation"])
        try expect(row["activeAppearance"], "#222222", all, on: landscape)
        var without = all
        without["navigationBar.compactAppearance.backgroundColor"] = nil
        try expect(row["fallback"], "#111111", without, on: landscape)
    }

    @Test("N-82: the appearance at the scroll edge holds until content is scrolled")
    func scrollEdge() throws {
        let row = DescribedRow("N-82")
        let rest = TestDevice.phone.with { $0.scrollOffset = row.number("scrollOffset") }
        let scrolled = TestDevice.phone.with { $0.scrollOffset = row.number("scrolled") }
        try expect(row["activeAppearance"], "#333333", all, on: rest)
        try expect(row["otherwise"], "#111111", all, on: scrolled)
        var without = all
        without["navigationBar.scrollEdgeAppearance.backgroundColor"] = nil
        try expect(row["otherwise"], "#111111", without, on: rest)
    }

    @Test(
        "N-83: the compact appearance at the scroll edge is for both; then edge, height, standard")
    func compactScrollEdge() throws {
        let row = DescribedRow("N-83")
        let rest = TestDevice.landscapePhone.with { $0.scrollOffset = row.number("scrollOffset") }
        #expect(rest.orientation.rawValue == row["orientation"])
        var values = all
        try expect(row["activeAppearance"], "#444444", values, on: rest)
        values["navigationBar.compactScrollEdgeAppearance.backgroundColor"] = nil
        try expect("scrollEdge", "#333333", values, on: rest)
        values["navigationBar.scrollEdgeAppearance.backgroundColor"] = nil
        try expect("compact", "#222222", values, on: rest)
        values["navigationBar.compactAppearance.backgroundColor"] = nil
        try expect("standard", "#111111", values, on: rest)
    }

    @Test(
        "An appearance sets title, line and position; older properties apply where it has none")
    func appearanceParts() throws {
        let sample = NavigationBarSample(bar: [
            "navigationBar.standardAppearance.background": "opaque",
            "navigationBar.standardAppearance.shadowColor": "clear",
            "navigationBar.standardAppearance.titleTextAttributes.fontSize": "20",
            "navigationBar.standardAppearance.titleTextAttributes.foregroundColor": "#FF0000",
            "navigationBar.standardAppearance.titlePositionAdjustment": "10,4",
            "navigationBar.titleTextAttributes.foregroundColor": "#00FF00",
            "navigationBar.titleTextAttributes.font": "Georgia",
        ])
        let bar = try sample.bar()
        let plain = try #require(try NavigationBarSample().bar().title)
        let title = try #require(bar.title)
        #expect(bar.background.kind == .opaque)
        #expect(bar.separator == nil)
        #expect(title.color.hexadecimal == "#FF0000")
        #expect(title.font.size == 20 && title.font.family == "Georgia")
        #expect(isClose(title.frame.midX - plain.frame.midX, 10))
        #expect(title.baseline.y > plain.baseline.y + 4)
    }

    @Test("N-87: the style that is wished for counts on a Mac alone")
    func behavioralStyle() throws {
        let row = DescribedRow("N-87")
        #expect(row["values"] == "automatic, mac, pad")
        let mac = TestDevice.pad.with { $0.platform = Platform(.macCatalyst, 17) }
        let found = try row["values"].split(separator: ", ").map { value in
            let sample = NavigationBarSample(bar: [Property.named(row["property"]): String(value)])
            #expect(try sample.json()["navigationBar.behavioralStyle"] == .text("pad"))
            return try sample.json(on: mac)["navigationBar.behavioralStyle"]?.text
        }
        #expect(found == ["mac", "mac", "pad"])
    }

    @Test("N-88: a Mac's toolbar names the section that holds the bar; elsewhere there is none")
    func toolbarSection() throws {
        let row = DescribedRow("N-88")
        let system = try #require(Platform.System(rawValue: row["platform"]))
        let mac = TestDevice.pad.with { $0.platform = Platform(system, 17) }
        let sample = NavigationBarSample(bar: [Property.named(row["property"]): "sidebar"])
        #expect(
            try sample.json(on: mac)["navigationBar.toolbarSection"] == .text("sidebar"))
        #expect(try sample.bar(on: TestDevice.pad).toolbarSection == row["elsewhere"])
    }

    @Test("N-99: a bar follows the traits of its device")
    func traits() throws {
        #expect(DescribedRow("N-99")["protocols"].contains("UITraitEnvironment"))
        let sample = NavigationBarSample()
        let light = try sample.bar()
        #expect(try sample.bar(on: TestDevice.phone.dark).title?.color != light.title?.color)
        #expect(try sample.bar(on: TestDevice.landscapePhone).frame.height == 32)
        #expect(try sample.bar(on: TestDevice.pad).frame.height == 50)
        #expect(light.frame.height == 44)
        #expect(try sample.bar(on: TestDevice.phone.scrolled).background.kind == .opaque)
    }

    @Test("N-101: the focus may be on each element of a bar")
    func focus() throws {
        #expect(DescribedRow("N-101")["protocols"].contains("UIFocusItem"))
        let sample = NavigationBarSample(top: [
            "left": "edit", "left.edit.title": "Edit", "right": "done", "right.done.title": "Done",
        ])
        for id in ["navigationBar.back", "navigationBar.left.edit", "navigationBar.right.done"] {
            let bar = try sample.bar(on: TestDevice.phone.with { $0.focused = id })
            let focused =
                (bar.back?.isFocused == true ? ["navigationBar.back"] : [])
                + (bar.left + bar.right).filter(\.isFocused).map { "navigationBar.\($0.id)" }
            #expect(focused == [id])
        }
    }
}
