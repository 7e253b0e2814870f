import NavigationModel
import Testing

@testable import NavigationBars

extension MeasureTable {
    private static let described = "description of the tab bar"
    private static let guidelines = "Human Interface Guidelines, "

    /// An iPhone, by the description of the tab bar.
    static let phone = MeasureTable(
        platform: "iPhone",
        measures: [
            Measure("height of the tab bar", 49, described) { try tabs().frame.height },
            Measure("its height in landscape", 32, described) {
                try tabs(.landscape).frame.height
            },
            Measure("height of the home indicator's inset", 34, described) {
                try tabs().safeBottom
            },
            Measure("its icon", 25, described) {
                try #require(tabs().items[0].icon).frame.width
            },
            Measure("its icon in landscape", 19, described) {
                try #require(tabs(.landscape).items[0].icon).frame.width
            },
            Measure("its label", 10, described) { try #require(tabs().items[0].label).font.size },
            Measure("icon to label in landscape", 5, described) {
                let item = try tabs(.landscape).items[1]
                return try #require(item.label).frame.x - (try #require(item.icon).frame.maxX)
            },
            Measure("diameter of a badge of one digit", 18, described) {
                try badge("3").frame.width
            },
            Measure("its font", 13, described) { try #require(badge("3").label).font.size },
            Measure("diameter of a dot", 6, described) { try badge("").frame.width },
            Measure("line around a badge", 1, described) { try badge("3").borderWidth },
            Measure("opacity of a disabled item", 0.3, described) {
                let scene = TabBarSample(isEnabled: false).scene
                let item = try #require(BarLayout(scene, on: "iphone-16").tabBar?.items.first)
                return try #require(item.icon).opacity
            },
        ])

    /// A television.
    static let television = MeasureTable(
        platform: "Apple TV",
        measures: [
            Measure("height of the tab bar", 68, guidelines + "tab bars") {
                try tabs(on: "apple-tv").frame.height
            },
            Measure("tab bar below the upper edge", 46, guidelines + "tab bars") {
                try tabs(on: "apple-tv").frame.y
            },
            Measure("its label", 29, guidelines + "typography, Body; from memory") {
                try #require(tabs(on: "apple-tv").items[0].label).font.size
            },
            Measure("inset at the sides", 80, guidelines + "layout") {
                try #require(DeviceProfile.named("apple-tv")).traits().safeArea.left
            },
            Measure("inset at the lower edge", 60, guidelines + "layout") {
                try #require(DeviceProfile.named("apple-tv")).traits().safeArea.bottom
            },
        ])

    /// A headset.
    static let headset = MeasureTable(
        platform: "Apple Vision Pro",
        measures: [
            Measure("between the middles of two buttons", 60, guidelines + "eyes") {
                let sample = NavigationBarSample(
                    top: ["right": "a,b", "right.a.image": "plus", "right.b.image": "trash"])
                let bar = try #require(BarLayout(sample.scene, on: "vision-pro").navigationBar)
                return bar.right[0].frame.midX - bar.right[1].frame.midX
            },
            Measure("height of a tab in the ornament", 60, guidelines + "eyes") {
                try tabs(on: "vision-pro").items[0].frame.height
            },
            Measure("title", 29, guidelines + "typography, Title 1; from memory") {
                let scene = NavigationBarSample().scene
                let bar = try #require(BarLayout(scene, on: "vision-pro").navigationBar)
                return try #require(bar.title).font.size
            },
        ])

    private static func tabs(
        _ orientation: DeviceTraits.Orientation = .portrait, on profile: String = "iphone-16"
    ) throws -> TabBarLayout {
        try #require(BarLayout(TabBarSample().scene, on: profile, orientation).tabBar)
    }

    private static func badge(_ text: String) throws -> BadgeLayout {
        let scene = TabBarSample(badge: text).scene
        return try #require(BarLayout(scene, on: "iphone-16").tabBar?.items.first?.badge)
    }
}
