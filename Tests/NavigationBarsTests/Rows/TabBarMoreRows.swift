import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("The tab bar: More, and what is spoken")
struct TabBarMoreRows {
    private var showingMore: DeviceTraits { TestDevice.phone.with { $0.isMoreShown = true } }

    @Test(
        "T-57: More is there with six items, and not with five",
        arguments: [
            "tabBar", "bottomNavigation",
        ])
    func threshold(style: String) throws {
        let row = DescribedRow("T-57")
        func bar(_ count: Double) throws -> TabBarLayout {
            try TabBarSample(Int(count), bars: ["tabBar.style": style]).bar()
        }
        #expect(try bar(row.number("without")).more == nil)
        #expect(try bar(row.number("with")).more != nil)
    }

    @Test("T-58: the icon of More is an ellipsis, selected or not")
    func icon() throws {
        let row = DescribedRow("T-58")
        var sample = TabBarSample(6)
        #expect(try sample.bar().items.last?.icon?.symbol == row["symbol"])
        sample.selected = "f"
        #expect(try sample.bar().items.last?.isSelected == true)
        #expect(try sample.bar().items.last?.icon?.symbol == row["symbol"])
        let circles = try sample.svg().elements(in: "more.icon").filter { $0.name == "circle" }
        #expect(Double(circles.count) == row.number("dots"))
    }

    @Test(
        "T-59: the label of More is the word for it in the device's language",
        arguments: [
            ("en", nil), ("en-GB", nil), ("ko", "더 보기"), ("de", "Mehr"), ("ja", "その他"),
            ("ar", "المزيد"), ("fi", nil),
        ])
    func label(language: String, word: String?) throws {
        let row = DescribedRow("T-59")
        let locale = try #require(LanguageTag(language))
        let traits = TestDevice.phone.with { $0.locale = locale }
        let bar = try TabBarSample(6).bar(on: traits)
        let more = try #require(bar.items.first { $0.id == "more" })
        #expect(more.label?.text == word ?? row["label"])
        #expect(more.accessibility.label == word ?? row["label"])
        #expect(try TabBarSample(6).svg(on: traits)["more.label"].text == word ?? row["label"])
    }

    @Test("T-60: the screen of More lists the tabs without a slot")
    func list() throws {
        let row = DescribedRow("T-60")
        let sample = TabBarSample(Int(row.number("count")))
        let more = try #require(try sample.bar().more)
        #expect(more.items == ["e", "f"])
        #expect(Double(more.items.count) == row.number("remaining"))
        #expect(more.rows.isEmpty)

        let layout = BarLayout(sample.scene, on: showingMore)
        let shown = try #require(layout.tabBar?.more)
        #expect(shown.items == more.items)
        #expect(shown.rows.map(\.label.text) == ["Tab 5", "Tab 6"])
        #expect(shown.rows.map(\.id) == ["e", "f"])
        #expect(layout.content.placeholder == nil)
        var top = layout.content.frame.y
        for row in shown.rows {
            #expect(row.frame.y == top && row.frame.width == TestDevice.phone.size.width)
            #expect(row.icon?.symbol == "house")
            #expect(row.disclosure?.isMirrored == false)
            #expect(row.accessibility.role == .row)
            top = row.frame.maxY
        }
        let slots = try #require(layout.tabBar?.items)
        #expect(Double(slots.count) == row.number("slots"))
        #expect(slots.filter(\.isSelected).map(\.id) == ["more"])
        // With all tabs in the bar there is no such screen.
        #expect(BarLayout(TabBarSample(5).scene, on: showingMore).tabBar?.more == nil)
    }

    @Test("A tab behind More that is selected shows More as selected")
    func selectedBehindMore() throws {
        var sample = TabBarSample(7)
        for id in ["e", "f", "g"] as [TabID] {
            sample.selected = id
            #expect(try sample.bar().items.filter(\.isSelected).map(\.id) == ["more"])
        }
        sample.selected = "d"
        #expect(try sample.bar().items.filter(\.isSelected).map(\.id) == ["tab.d"])
    }

    @Test("T-62: the bar has the role of a bar of tabs", arguments: ["tabBar", "bottomNavigation"])
    func role(style: String) throws {
        let row = DescribedRow("T-62")
        let bar = try TabBarSample(bars: ["tabBar.style": style]).bar()
        #expect(bar.accessibility.role.rawValue == row["role"])
    }

    @Test("T-63: an item is a tab: a button, selected or not")
    func traits() throws {
        let row = DescribedRow("T-63")
        let pair = try TabBarSample().pair()
        #expect(pair.selected.accessibility.role.rawValue == row["role"])
        let traits = pair.selected.accessibility.traits.map(\.rawValue)
        #expect(traits.joined(separator: ", ") == row["traits"])
        #expect(pair.other.accessibility.role.rawValue == row["role"])
        #expect(pair.other.accessibility.traits == [.button])
    }
}
