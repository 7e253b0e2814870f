import NavigationModel
import Testing

@testable import NavigationBars

@Suite("The order of reading")
struct ReadingOrderTests {
    private func scene(_ position: String, bars: [BarKey: String] = [:]) -> Scene {
        var sample = TabBarSample(3, bars: bars)
        let screen = Screen(
            id: "top", route: "r", title: "Top",
            properties: [
                "left": "menu", "left.menu.title": "Menu", "right": "outer,inner",
                "right.outer.title": "Outer", "right.inner.title": "Inner", "rows": "row",
            ])
        sample.tabs[0] = Tab(id: "a", title: "A", stack: [screen])
        let tools = StandaloneBar(
            id: "tools", properties: ["navigationBar.barPosition": position],
            items: [Screen(id: "tools", route: "r", title: "Tools")])
        return Scene(
            selectedTab: "a", tabs: sample.tabs, bars: sample.bars, standaloneBars: [tools])
    }

    private func ids(_ scene: Scene, on device: DeviceTraits) -> [String] {
        ReadingOrder(BarLayout(scene, on: device)).elements.map(\.id)
    }

    private static let bar = [
        "navigationBar.left.menu", "navigationBar.title", "navigationBar.right.inner",
        "navigationBar.right.outer",
    ]
    private static let tabs = ["tab.a", "tab.b", "tab.c"]

    @Test(
        "A phone is read from its top to its bottom, whichever way text runs",
        arguments: [TestDevice.phone, TestDevice.phone.rightToLeft, TestDevice.android])
    func phone(device: DeviceTraits) {
        #expect(
            ids(scene("top"), on: device)
                == Self.bar + ["bar.tools.title", "content.row.row"] + Self.tabs)
        let playing = scene("bottom", bars: ["tabBar.accessory": "Playing"])
        #expect(
            ids(playing, on: device)
                == Self.bar + ["content.row.row", "bar.tools.title", "tabBar.accessory"]
                + Self.tabs)
    }

    @Test("A bar at the lower edge is read after the content, and a large title after its row")
    func bottom() {
        let bars: [BarKey: String] = [
            "navigationBar.barPosition": "bottom", "navigationBar.prefersLargeTitles": "true",
        ]
        #expect(
            ids(scene("top", bars: bars), on: TestDevice.phone)
                == ["bar.tools.title", "content.row.row"] + Self.bar + Self.tabs)
        let large: [BarKey: String] = ["navigationBar.prefersLargeTitles": "true"]
        #expect(
            Array(ids(scene("top", bars: large), on: TestDevice.phone).prefix(4))
                == [Self.bar[0], Self.bar[2], Self.bar[3], Self.bar[1]])
    }

    @Test("An iPad's tabs are read first, at the top and in a sidebar")
    func tablet() {
        for bars: [BarKey: String] in [[:], ["tabBar.sidebar.isExpanded": "true"]] {
            #expect(
                ids(scene("bottom", bars: bars), on: TestDevice.pad)
                    == ["tabBar.sidebarButton"] + Self.tabs + Self.bar
                    + ["content.row.row", "bar.tools.title"])
        }
    }

    @Test("The next element is lower, or further along the same line", arguments: Picture.all)
    func places(picture: Picture) {
        let layout = picture.layout
        let frames = Dictionary(
            layout.elements.map { ($0.id, $0.frame) }, uniquingKeysWith: { first, _ in first })
        let bars =
            [layout.navigationBar, layout.modal?.navigationBar].compactMap(\.self)
            + layout.standaloneBars.compactMap(\.navigationBar)
        let order = ReadingOrder(layout).elements.map(\.id)
        for bar in bars {
            let parts = order.filter { $0.hasPrefix("\(bar.id).") }.compactMap { frames[$0] }
            for (first, second) in zip(parts, parts.dropFirst()) {
                let isAlong =
                    layout.traits.isRightToLeft
                    ? second.maxX <= first.x + 0.1 : second.x >= first.maxX - 0.1
                #expect(isAlong || second.midY > first.midY, "\(order)")
            }
        }
    }
}
