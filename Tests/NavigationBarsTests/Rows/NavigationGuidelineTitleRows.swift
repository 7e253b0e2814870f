import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Guidelines for navigation bars: large titles and borders")
struct NavigationGuidelineTitleRows {
    private let large = NavigationBarSample(
        ["Home"], bar: ["navigationBar.prefersLargeTitles": "true"])

    @Test("H-15: a large title is bold")
    func bold() throws {
        let row = DescribedRow("H-15")
        let title = try #require(try large.bar().title)
        #expect(title.font.weight.rawValue == row["weight"])
        let drawn = try large.svg()["navigationBar.title"]
        #expect(try drawn.number("font-weight") == 700)
        #expect(try drawn.number("font-size") == 34)
    }

    @Test("H-16: with tabs, the large title is the active tab's")
    func tabTitle() throws {
        #expect(DescribedRow("H-16")["title"] == "tab title")
        try expectLargeTitles(["Alarms", "Timers", "World"])
    }

    @Test("H-18: large titles mark off the areas of a music app, each by its own")
    func areas() throws {
        let row = DescribedRow("H-18")
        let areas = row["areas"].split(separator: ",").map { String($0.drop { $0 == " " }) }
        #expect(areas.count == Int(row.number("count")))
        try expectLargeTitles(areas)
    }

    /// Selects tab after tab: the selected one's title is the large one, and no other's.
    private func expectLargeTitles(
        _ titles: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let tabs = titles.map { title in
            let root = Screen(id: ScreenID(unchecked: "root.\(title)"), route: "r", title: title)
            return Tab(id: TabID(unchecked: title), title: title, stack: [root])
        }
        for (tab, title) in zip(tabs, titles) {
            let scene = Scene(
                selectedTab: tab.id, tabs: tabs,
                bars: ["navigationBar.prefersLargeTitles": "true"])
            let layout = BarLayout(scene, on: TestDevice.phone)
            #expect(layout.navigationBar?.titleMode == .large, sourceLocation: sourceLocation)
            let svg = try SVGDocument(of: layout)
            let drawn = try svg["navigationBar.title"]
            let selected = svg.elements(role: "tab").filter { $0["aria-selected"] == "true" }
            #expect(drawn.text == title, sourceLocation: sourceLocation)
            #expect(selected.map { $0["aria-label"] } == [title], sourceLocation: sourceLocation)
            #expect(try drawn.number("font-weight") == 700, sourceLocation: sourceLocation)
        }
    }

    @Test("H-17: a large title shows that the content is at its top")
    func top() throws {
        let row = DescribedRow("H-17")
        for offset in [row.number("scrollOffset"), -30, 0.5, 1, 400] {
            let bar = try large.bar(on: TestDevice.phone.with { $0.scrollOffset = offset })
            #expect((bar.titleMode.rawValue == row["mode"]) == (offset <= 0))
        }
    }

    private func platforms(_ since: Double) -> (before: DeviceTraits, from: DeviceTraits) {
        (TestDevice.phone.running(Int(since) - 1), TestDevice.phone.running(Int(since)))
    }

    @Test("H-19: from iOS 13 on, a bar with a large title has no background of its own")
    func noBackground() throws {
        let row = DescribedRow("H-19")
        let (before, from) = platforms(row.number("since"))
        #expect(try large.bar(on: from).background.kind.rawValue == row["kind"])
        #expect(try !large.svg(on: from).has("navigationBar.background"))
        #expect(try large.bar(on: before).background.kind == .translucent)
        #expect(try large.svg(on: before).has("navigationBar.background"))
    }

    @Test("H-20: nor a shadow")
    func noShadow() throws {
        let row = DescribedRow("H-20")
        let (before, from) = platforms(row.number("since"))
        #expect(row["separator"] == "none")
        #expect(try large.bar(on: from).separator == nil)
        #expect(try large.bar(on: from).shadowImage == nil)
        #expect(try !large.svg(on: from).has("navigationBar.separator"))
        #expect(try large.bar(on: before).separator != nil)
    }

    @Test("H-21: the large title becomes a standard one as scrolling starts")
    func scrolling() throws {
        let row = DescribedRow("H-21")
        let (rest, scrolled) = (try large.bar(), try large.bar(on: TestDevice.phone.scrolled))
        #expect(rest.titleMode.rawValue == row["from"])
        #expect(scrolled.titleMode.rawValue == row["to"])
        #expect(scrolled.frame.height < rest.frame.height)
        let title = try #require(scrolled.title)
        #expect(title.font == NavigationBarMetrics.titleFont)
        #expect(isClose(title.frame.midX, scrolled.frame.midX))
    }

    @Test("H-22: a large title's border is hidden by taking its shadow away")
    func border() throws {
        let row = DescribedRow("H-22")
        #expect(row["separator"] == "none")
        var sample = large
        let name = Property.named("navigationBar.scrollEdgeAppearance.shadowColor")
        sample.bar[name] = "#808080"
        #expect(try sample.svg().has("navigationBar.separator"))
        sample.bar[name] = "clear"
        #expect(try sample.bar().separator == nil)
        #expect(try !sample.svg().has("navigationBar.separator"))
    }

    @Test("H-23: the border comes back when people scroll down")
    func borderReturns() throws {
        let row = DescribedRow("H-23")
        let scrolled = try large.svg(on: TestDevice.phone.scrolled)
        let rest = try large.svg()
        #expect("\(scrolled.has("navigationBar.separator"))" == row["visibleScrolled"])
        #expect("\(rest.has("navigationBar.separator"))" == row["visibleAtTop"])
        let line = try scrolled["navigationBar.separator"].frame
        let bar = try large.bar(on: TestDevice.phone.scrolled)
        #expect(line.width == bar.frame.width)
        #expect(try #require(bar.separator).frame.y == bar.frame.maxY)
    }

    @Test("H-25: a standard bar keeps its border at rest")
    func standardBorder() throws {
        #expect(DescribedRow("H-25")["code"] == "borderless-standard-bar")
        #expect(try NavigationBarSample().bar().separator != nil)
        #expect(try NavigationBarSample().svg().has("navigationBar.separator"))
    }

    @Test("H-26: an iPad's panes may go without a border, so that they match; a phone's may not")
    func paneBorder() throws {
        #expect(DescribedRow("H-26")["silences"] == "borderless-standard-bar")
        let sample = NavigationBarSample(
            ["Mail"],
            top: [
                "kind": "split", "panes": "side,main", "panes.side.border": "false",
                "panes.main.border": "false",
            ])
        let panes = sample.layout(on: TestDevice.pad).content.panes
        #expect(panes.count == 2)
        #expect(panes.allSatisfy { $0.navigationBar != nil && $0.navigationBar?.separator == nil })
        let folded = sample.layout().content.panes
        #expect(folded.first?.navigationBar?.separator != nil)
    }
}
