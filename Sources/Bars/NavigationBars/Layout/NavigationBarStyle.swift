/// The lengths and fonts of a navigation bar that differ from platform to platform, in points.
struct NavigationBarStyle: Hashable, Sendable {
    /// The place of a title between the buttons.
    enum TitlePlace: Hashable, Sendable {
        /// As near to the middle of the bar as the buttons allow.
        case middle
        /// After what is before it, so far from that, or so far from the edge of the bar.
        case leading(afterButtons: Double, fromEdge: Double)
    }

    /// The form of a back button.
    enum BackForm: Hashable, Sendable {
        /// A chevron, and the title of the screen that it leads to.
        case titled
        /// An arrow or chevron alone, so far from the edge, in a square of a side.
        case symbol(inset: Double, side: Double)
        /// Nothing: the way back is no part of the screen.
        case none
    }

    /// The height of the row with the buttons.
    var rowHeight: Double
    /// The height of the row of a large title.
    var largeTitleHeight: Double
    /// The distance from the baseline of a large title up from the lower edge of its row; `nil`
    /// where its descent is a distance above that edge.
    var largeTitleBaseline: Double?
    /// The height of the line above the title.
    var promptHeight: Double
    /// The font of a title between the buttons.
    var titleFont: Font
    /// The font of a large title.
    var largeTitleFont: Font
    /// The font of the line above the title.
    var promptFont: Font
    /// The font of buttons.
    var buttonFont: Font
    /// The font of the one button that finishes a task.
    var doneFont: Font
    /// The place of the title.
    var titlePlace: TitlePlace
    /// The form of the back button.
    var backForm: BackForm
    /// The symbol of the back button, unless the app has its own.
    var backSymbol: String
    /// The least distance between two things in the bar.
    var gap: Double
    /// The distance from an edge of the bar to its first button.
    var margin: Double
    /// The distance from an edge of the bar to a large title.
    var largeTitleMargin: Double
    /// The width of a button with a symbol; `nil` for the symbol's own.
    var symbolWidth: Double?
    /// The room at each side of a button's words.
    var wordPadding: Double
    /// A Boolean value indicating whether buttons stand on glass of their own.
    var hasGlassButtons = false
}

extension NavigationBarStyle {
    /// The distance of the back button's square from the edge, and its side.
    var backSquare: (inset: Double, side: Double) {
        switch backForm {
        case .titled: (NavigationBarMetrics.indicatorInset, NavigationBarMetrics.indicatorSize)
        case .symbol(let inset, let side): (inset, side)
        case .none: (0, 0)
        }
    }

    /// Returns the style of a bar so wide on a device.
    static func on(_ traits: DeviceTraits, width: Double) -> NavigationBarStyle {
        base(on: traits, width: width).adapted(to: traits)
    }

    /// Returns the style with text as large and heavy as people have set it: large titles grow with
    /// their row; the other words of a bar don't, for those have the large content viewer.
    func adapted(to traits: DeviceTraits) -> NavigationBarStyle {
        var style = self
        style.largeTitleFont = traits.largeTitle(largeTitleFont)
        style.largeTitleHeight += max(
            0,
            TextMetrics.lineHeight(of: style.largeTitleFont)
                - TextMetrics.lineHeight(of: largeTitleFont))
        style.titleFont = traits.emphasized(titleFont)
        style.promptFont = traits.emphasized(promptFont)
        style.buttonFont = traits.emphasized(buttonFont)
        style.doneFont = traits.emphasized(doneFont)
        return style
    }

    private static func base(on traits: DeviceTraits, width: Double) -> NavigationBarStyle {
        switch traits.platform.system {
        case .android: .material
        case .tvOS: .television
        case .visionOS: .vision
        case .iOS where traits.hasGlass: .glass(on: traits, width: width)
        case .iOS, .iPadOS, .macCatalyst: .uiKit(on: traits, width: width)
        }
    }

    /// UIKit's: the metrics that its views report; not described.
    static func uiKit(on traits: DeviceTraits, width: Double) -> NavigationBarStyle {
        let margin = NavigationBarMetrics.margin(in: width)
        return NavigationBarStyle(
            rowHeight: traits.isCompactHeight ? 32 : traits.platform.system == .iPadOS ? 50 : 44,
            largeTitleHeight: NavigationBarMetrics.largeTitleHeight, largeTitleBaseline: nil,
            promptHeight: 30, titleFont: NavigationBarMetrics.titleFont,
            largeTitleFont: NavigationBarMetrics.largeTitleFont,
            promptFont: NavigationBarMetrics.promptFont,
            buttonFont: NavigationBarMetrics.buttonFont, doneFont: NavigationBarMetrics.doneFont,
            titlePlace: .middle, backForm: .titled, backSymbol: "chevron.backward",
            gap: NavigationBarMetrics.gap, margin: margin, largeTitleMargin: margin,
            symbolWidth: nil, wordPadding: 0)
    }

    /// Material 3's top app bar: a row of 64, with a title row of 88 below it in a large one
    /// (`TopAppBarSmallTokens`, `TopAppBarLargeTokens`). Icons of 24 are in buttons of 48, 4 points from
    /// the edge; a title begins at 16, after a button at 56; the baseline of a large one is 28 above
    /// the edge (`AppBar.kt` of `androidx.compose.material3`). The line above the title is not
    /// Material's: its height is our own.
    static let material = NavigationBarStyle(
        rowHeight: 64, largeTitleHeight: 88, largeTitleBaseline: 28, promptHeight: 20,
        titleFont: MaterialFont.titleLarge, largeTitleFont: MaterialFont.headlineMedium,
        promptFont: MaterialFont.bodyMedium, buttonFont: MaterialFont.labelLarge,
        doneFont: MaterialFont.labelLarge, titlePlace: .leading(afterButtons: 4, fromEdge: 16),
        backForm: .symbol(inset: 4, side: 48), backSymbol: "arrow.backward", gap: 0, margin: 4,
        largeTitleMargin: 16, symbolWidth: 48, wordPadding: 12)

    /// Material 3's medium top app bar, 112 high, with the baseline of its title 24 above its edge
    /// (`TopAppBarMediumTokens`, `AppBar.kt`).
    static let materialMedium: NavigationBarStyle = {
        var style = material
        style.largeTitleHeight = 48
        style.largeTitleBaseline = 24
        style.largeTitleFont = MaterialFont.headlineSmall
        return style
    }()
}
