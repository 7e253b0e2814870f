import NavigationModel
import Testing

@testable import NavigationBars

@Suite("An iPad's tabs at the top")
struct TopTabBarTests {
    private let pad = TestDevice.pad

    private func layout(
        _ sample: NavigationBarSample = NavigationBarSample(), on traits: DeviceTraits
    ) throws -> (bar: NavigationBarLayout, tabs: TabBarLayout, layout: BarLayout) {
        let layout = BarLayout(sample.scene, on: traits)
        return (
            try #require(layout.navigationBar), try #require(layout.tabBar), layout
        )
    }

    @Test("The tabs are words, in one row with the buttons", arguments: [false, true])
    func row(isMirrored: Bool) throws {
        let traits = isMirrored ? pad.rightToLeft : pad
        let (bar, tabs, layout) = try layout(on: traits)
        #expect(tabs.items.allSatisfy { $0.icon == nil && $0.label != nil })
        #expect(tabs.frame.y >= bar.frame.y && tabs.frame.maxY <= bar.frame.maxY)
        #expect(isClose(tabs.frame.midX, traits.size.width / 2))
        #expect(layout.content.frame.y == bar.frame.maxY)
        let (back, title) = (try #require(bar.back).frame, try #require(bar.title).frame)
        let pill = tabs.frame
        if isMirrored {
            #expect(back.x >= title.maxX && title.x >= pill.maxX)
        } else {
            #expect(back.maxX <= title.x && title.maxX <= pill.x)
        }
    }

    @Test("Buttons after the title are after the tabs, and never under them")
    func buttons() throws {
        let names = (0..<9).map { "b\($0)" }.joined(separator: ",")
        var top: [String: String] = ["right": names, "left": names]
        for index in 0..<9 {
            top["right.b\(index).title"] = "Button \(index)"
            top["left.b\(index).title"] = "Button \(index)"
        }
        let properties = Properties(
            Dictionary(uniqueKeysWithValues: top.map { (PropertyName(unchecked: $0), $1) }))
        let (bar, tabs, _) = try layout(NavigationBarSample(top: properties), on: pad)
        let taken = try #require(tabs.sharedRow)
        #expect(!bar.left.isEmpty && bar.left.allSatisfy { $0.frame.maxX <= taken.lowerBound })
        #expect(!bar.right.isEmpty && bar.right.allSatisfy { $0.frame.x >= taken.upperBound })
    }

    @Test("Before iPadOS 18 labels are beside their icons, and below them in a narrow window")
    func bottom() throws {
        let old = pad.running(17)
        for item in try TabBarSample().bar(on: old).items {
            #expect(try #require(item.label).frame.x > (try #require(item.icon).frame.maxX))
        }
        let narrow = try TabBarSample().bar(on: old.with { $0.size.width = 375 })
        for item in narrow.items {
            #expect(
                isClose(try #require(item.label).frame.midX, try #require(item.icon).frame.midX))
        }
    }

    @Test("The system's search tab is its symbol")
    func search() throws {
        var sample = TabBarSample()
        sample.tabs[2] = Tab(
            id: "c", title: "Search", icon: "magnifyingglass", properties: ["role": "search"])
        let item = try sample.bar(on: pad).items[2]
        #expect(item.icon?.symbol == "magnifyingglass" && item.label == nil)
        #expect(item.accessibility.label == "Search")
    }

    @Test("A control in the place of the title has a row of its own below the tabs")
    func control() throws {
        let sample = NavigationBarSample(
            top: ["titleView": "segmentedControl", "titleView.segments": "One,Two,Three"])
        let (bar, tabs, layout) = try layout(sample, on: pad)
        #expect(bar.frame.y >= tabs.frame.maxY)
        #expect(isClose(try #require(bar.segmentedControl).frame.midX, pad.size.width / 2))
        #expect(layout.content.frame.y == bar.frame.maxY)
    }

    @Test("Without a bar the content begins below the tabs")
    func withoutBar() throws {
        let layout = BarLayout(TabBarSample().scene, on: pad)
        #expect(layout.navigationBar == nil)
        #expect(layout.content.frame.y >= (try #require(layout.tabBar).frame.maxY))
    }
}
