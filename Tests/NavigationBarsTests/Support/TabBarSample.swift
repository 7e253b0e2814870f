import NavigationModel
import Testing

@testable import NavigationBars

/// A scene with a bar of tabs `a`, `b`, `c`, …, the first of which is selected.
struct TabBarSample {
    /// The tabs.
    var tabs: [Tab]
    /// The selected one.
    var selected: TabID? = "a"
    /// The appearance of the scene's bars.
    var bars: [BarKey: String] = [:]

    /// So many tabs, each with a title and a symbol.
    init(_ count: Int = 5, bars: [BarKey: String] = [:]) {
        tabs = (0..<count).map { index in
            Tab(
                id: TabID(rawValue: Self.name(index)) ?? "a", title: "Tab \(index + 1)",
                icon: "house")
        }
        self.bars = bars
    }

    /// One tab beside two others.
    init(
        title: String = "Home", icon: String? = "house", isEnabled: Bool = true,
        badge: String? = nil, properties: Properties = [:], bars: [BarKey: String] = [:]
    ) {
        self.init(3, bars: bars)
        tabs[0] = Tab(
            id: "a", title: title, icon: icon, isEnabled: isEnabled, badge: badge,
            properties: properties)
    }

    /// The sample with a bottom navigation bar.
    static func material(_ count: Int = 5, _ bars: [BarKey: String] = [:]) -> TabBarSample {
        TabBarSample(count, bars: bars.merging(["tabBar.style": "bottomNavigation"]) { $1 })
    }

    private static func name(_ index: Int) -> String {
        index < 26 ? String(UnicodeScalar(UInt8(97 + index))) : "t\(index)"
    }

    /// The scene.
    var scene: Scene { Scene(selectedTab: selected, tabs: tabs, bars: bars) }

    /// The bar on a device.
    func bar(on traits: DeviceTraits = TestDevice.phone) throws -> TabBarLayout {
        try #require(BarLayout(scene, on: traits).tabBar)
    }

    /// Returns the drawing of the layout on a device.
    func svg(on traits: DeviceTraits = TestDevice.phone) throws -> SVGDocument {
        try SVGDocument(of: BarLayout(scene, on: traits))
    }

    /// The first item on a device.
    func item(on traits: DeviceTraits = TestDevice.phone) throws -> TabItemLayout {
        try #require(bar(on: traits).items.first)
    }

    /// The first item and the one after it: the selected one and another.
    func pair(
        on traits: DeviceTraits = TestDevice.phone
    ) throws -> (selected: TabItemLayout, other: TabItemLayout) {
        let items = try bar(on: traits).items
        return (try #require(items.first), try #require(items.dropFirst().first))
    }
}

/// Returns a Boolean value indicating whether two lengths are the same but for rounding.
func isClose(_ first: Double, _ second: Double) -> Bool { abs(first - second) < 1e-6 }

/// Returns a Boolean value indicating whether two lengths of a drawing are the same: it is written
/// in hundredths.
func isDrawn(_ first: Double, _ second: Double) -> Bool { abs(first - second) < 0.02 }
