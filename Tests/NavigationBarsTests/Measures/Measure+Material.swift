import NavigationModel
import Testing

@testable import NavigationBars

extension MeasureTable {
    private static let tokens = "`androidx.compose.material3`, "

    /// Android, with Material 3.
    static let material = MeasureTable(
        platform: "Android, Material 3",
        measures: [
            Measure("height of the navigation bar", 80, tokens + "`NavigationBarTokens`") {
                try bar().frame.height
            },
            Measure("width of its active indicator", 64, tokens + "`NavigationBarTokens`") {
                try #require(bar().items[0].marker).frame.width
            },
            Measure("height of its active indicator", 32, tokens + "`NavigationBarTokens`") {
                try #require(bar().items[0].marker).frame.height
            },
            Measure("its icon", 24, tokens + "`NavigationBarTokens`") {
                try #require(bar().items[0].icon).frame.width
            },
            Measure("its label", 12, tokens + "`TypeScaleTokens.LabelMedium`") {
                try #require(bar().items[1].label).font.size
            },
            Measure("width of the navigation rail", 80, tokens + "`NavigationRailTokens`") {
                try rail().frame.width
            },
            Measure("width of its active indicator", 56, tokens + "`NavigationRailTokens`") {
                try #require(rail().items[0].marker).frame.width
            },
            Measure(
                "destinations of a rail at most", 7, "m3.material.io, navigation rail; from memory"
            ) {
                Double(try rail(9).items.count)
            },
            Measure("height of a large badge", 16, tokens + "`BadgeTokens`") {
                try badge("12").frame.height
            },
            Measure("diameter of a small badge", 6, tokens + "`BadgeTokens`") {
                try badge("").frame.width
            },
            Measure("a large badge before the icon's end", 12, tokens + "`Badge.kt`") {
                let item = try badged("12")
                return try #require(item.icon).frame.maxX - (try #require(item.badge).frame.x)
            },
            Measure("its lower edge below the icon's top", 14, tokens + "`Badge.kt`") {
                let item = try badged("12")
                return try #require(item.badge).frame.maxY - (try #require(item.icon).frame.y)
            },
            Measure("height of the small top app bar", 64, tokens + "`TopAppBarSmallTokens`") {
                try appBar("small").frame.height
            },
            Measure("height of the medium top app bar", 112, tokens + "`TopAppBarMediumTokens`") {
                try appBar("medium").frame.height
            },
            Measure("height of the large top app bar", 152, tokens + "`TopAppBarLargeTokens`") {
                try appBar("large").frame.height
            },
            Measure("title of the small top app bar", 22, tokens + "`TypeScaleTokens.TitleLarge`") {
                try #require(appBar("small").title).font.size
            },
            Measure("title of the medium one", 24, tokens + "`TypeScaleTokens.HeadlineSmall`") {
                try #require(appBar("medium").title).font.size
            },
            Measure("title of the large one", 28, tokens + "`TypeScaleTokens.HeadlineMedium`") {
                try #require(appBar("large").title).font.size
            },
            Measure("large title's baseline above the edge", 28, tokens + "`AppBar.kt`") {
                let bar = try appBar("large")
                return bar.frame.maxY - (try #require(bar.title).baseline.y)
            },
            Measure("title's distance from the edge", 16, tokens + "`AppBar.kt`") {
                try #require(appBar("small", ["Root"]).title).frame.x
            },
            Measure("corners of the bottom sheet", 28, tokens + "`SheetBottomTokens`") {
                try sheet("pixel-9").cornerRadius
            },
            Measure("width of its handle", 32, tokens + "`SheetBottomTokens`") {
                try #require(sheet("pixel-9").handle).frame.width
            },
            Measure("handle below the edge of the sheet", 22, tokens + "`SheetDefaults.kt`") {
                let sheet = try Self.sheet("pixel-9")
                return try #require(sheet.handle).frame.y - sheet.frame.y
            },
            Measure("width of the bottom sheet at most", 640, tokens + "`BottomSheetDefaults`") {
                try sheet("pixel-tablet").frame.width
            },
            Measure("opacity of the scrim", 0.32, tokens + "`ScrimTokens`") {
                try #require(sheet("pixel-9").dimming).opacity
            },
            Measure("height of a row of one line", 56, tokens + "`ListTokens`") {
                try #require(
                    BarLayout(SceneSamples.app("photos"), on: "pixel-9").content.rows.first
                ).frame.height
            },
        ])

    private static func bar() throws -> TabBarLayout {
        try #require(BarLayout(TabBarSample().scene, on: "pixel-9").tabBar)
    }

    private static func rail(_ tabs: Int = 5) throws -> TabBarLayout {
        try #require(BarLayout(TabBarSample(tabs).scene, on: "pixel-tablet").tabBar)
    }

    private static func badged(_ text: String) throws -> TabItemLayout {
        let scene = TabBarSample(badge: text).scene
        return try #require(BarLayout(scene, on: "pixel-9").tabBar?.items.first)
    }

    private static func badge(_ text: String) throws -> BadgeLayout {
        try #require(badged(text).badge)
    }

    private static func appBar(
        _ size: String, _ titles: [String] = ["Root", "Top"]
    ) throws -> NavigationBarLayout {
        let sample = NavigationBarSample(titles, bar: ["navigationBar.appBarSize": size])
        return try #require(BarLayout(sample.scene, on: "pixel-9").navigationBar)
    }

    private static func sheet(_ profile: String) throws -> ModalLayout {
        try #require(BarLayout(NavigationBarSample.presenting(.simple).scene, on: profile).modal)
    }
}
