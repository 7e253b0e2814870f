import DescribedRows
import NavigationModel
import NavigationProperties
import Testing

@testable import NavigationBars

@Suite("The system's search tab")
struct SearchTabRows {
    /// A search tab that is selected, with a stack so deep, beside others.
    private func scene(
        depth: Int = 1, tabs: Int = 3, bars: [BarKey: String] = [:], _ own: Properties = [:]
    ) throws -> Scene {
        let row = DescribedRow("N-113")
        var properties = own
        properties[PropertyName(unchecked: row["property"])] = row["role"]
        var sample = TabBarSample(tabs, bars: bars)
        let stack = (1...depth).map { level in
            Screen(
                id: ScreenID(unchecked: "s\(level)"), route: "r", title: "Level \(level)",
                properties: ["right": "edit", "right.edit.title": "Edit", "rows": "one"])
        }
        sample.tabs[tabs - 1] = Tab(
            id: "find", title: "Find", properties: properties, stack: stack)
        sample.selected = "find"
        return sample.scene
    }

    @Test(
        "N-113: its first screen has a search field below the row, and below a large title",
        arguments: [TestDevice.phone, TestDevice.phone.rightToLeft, TestDevice.pad],
        ["false", "true"])
    func field(device: DeviceTraits, isLarge: String) throws {
        let bars: [BarKey: String] = ["navigationBar.prefersLargeTitles": isLarge]
        let layout = BarLayout(try scene(bars: bars), on: device)
        let bar = try #require(layout.navigationBar)
        let field = try #require(bar.searchField)
        #expect(field.frame.isWithin(bar.frame) && !field.isActive && field.cancel == nil)
        #expect(field.frame.y >= (try #require(bar.title)).frame.maxY)
        #expect(field.frame.y >= (try #require(bar.right.first)).frame.maxY)
        #expect(field.icon.frame.isWithin(field.frame))
        let label = try #require(field.label)
        #expect(label.frame.isWithin(field.frame) && !label.frame.overlaps(field.icon.frame))
        #expect(layout.content.frame.y >= bar.frame.maxY)
        let order = ReadingOrder(layout).elements
        let place = try #require(order.firstIndex { $0.id == "navigationBar.search" })
        #expect(order[place].isFocusable && order[place].role == .searchField)
        #expect(order[place + 1].id == "content.row.one" || device.platform.system == .iPadOS)
        if !device.isRightToLeft { #expect(order[place].strings == ["Search, search field"]) }
        let svg = try SVGDocument(of: layout)
        #expect(try svg["navigationBar.search"]["role"] == "searchbox")
        #expect(layout.elements.contains { $0.id == "navigationBar.search" })
    }

    @Test("N-113: a field that is activated with its tab takes words, and has a way out")
    func activation() throws {
        let device = TestDevice.phone
        let active = BarLayout(try scene(["automaticallyActivatesSearch": "true"]), on: device)
        let field = try #require(active.navigationBar?.searchField)
        let cancel = try #require(field.cancel)
        #expect(field.isActive && cancel.text == "Cancel")
        #expect(cancel.frame.x >= field.frame.maxX)
        #expect(cancel.frame.maxX <= device.size.width)
        let order = ReadingOrder(active)
        #expect(order["navigationBar.cancelSearch"]?.strings == ["Cancel button"])
        #expect(order.focus(after: "navigationBar.search") == "navigationBar.cancelSearch")
        let focused = BarLayout(
            try scene(["automaticallyActivatesSearch": "true"]),
            on: device.with { $0.focused = "navigationBar.search" })
        #expect(focused.navigationBar?.searchField?.isFocused == true)
    }

    @Test("N-113: only the first screen of the search tab has the field, where the system has one")
    func elsewhere() throws {
        func field(_ scene: Scene, _ device: DeviceTraits = TestDevice.phone) -> SearchFieldLayout?
        {
            BarLayout(scene, on: device).navigationBar?.searchField
        }
        #expect(field(try scene()) != nil)
        #expect(field(try scene(depth: 2)) == nil)
        #expect(field(try scene(tabs: 7)) != nil)
        #expect(field(try scene(), TestDevice.phone.running(17)) == nil)
        #expect(field(try scene(), TestDevice.android) == nil)
        #expect(field(TabBarSample(3).scene) == nil)
        let panes = Scene(
            selectedTab: "find",
            tabs: [
                Tab(
                    id: "find", title: "Find", properties: ["role": "search"],
                    stack: [
                        Screen(
                            id: "s", route: "r", title: "S",
                            properties: ["kind": "split", "panes": "list,letter"])
                    ])
            ])
        let bars = BarLayout(panes, on: TestDevice.pad).content.panes.map(\.navigationBar)
        #expect(bars.map { $0?.searchField != nil } == [true, false])
    }
}
