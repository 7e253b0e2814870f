internal import NavigationText

/// The arrangement and sizes of an icon and its label in a slot.
struct TabItemArrangement: Hashable, Sendable {
    /// The place where the label is.
    enum LabelPlace: Hashable, Sendable {
        /// Below the icon, its baseline so far above the lower edge of the bar.
        case below(baselineAboveEdge: Double)
        /// Below the icon, both together in the middle of the bar.
        case belowInMiddle
        /// Below an active indicator around the icon, which begins so far below the upper edge.
        case belowIndicator(top: Double)
        /// After the icon, both together in the middle of the slot.
        case beside
        /// After the icon, which is so far from the leading edge.
        case row(inset: Double)
    }

    /// The place where the label is.
    var labelPlace: LabelPlace
    /// The side of the icon's square.
    var iconSize: Double
    /// The distance from the icon to the label.
    var gap: Double
    /// The room that stays free at both sides of a slot.
    var padding: Double
    /// The font of labels.
    var font: Font

    /// UIKit's tab bar, 49 points high. The description of the tab bar: icon 25, gap 2, label of SF
    /// Pro Medium 10 with its baseline 2 above the lower edge. The padding is our own.
    static let tabBar = TabItemArrangement(
        labelPlace: .below(baselineAboveEdge: 2), iconSize: 25, gap: 2, padding: 2,
        font: Font(weight: .medium, size: 10))

    /// UIKit's tab bar on a phone in landscape, 32 points high. The description of the tab bar:
    /// icon 19, label after it, gap 5, SF Pro Medium 10.
    static let compactTabBar = TabItemArrangement(
        labelPlace: .beside, iconSize: 19, gap: 5, padding: 4,
        font: Font(weight: .medium, size: 10))

    /// UIKit's tab bar on an iPad before iPadOS 18: labels beside icons where the width is regular,
    /// since iOS 11; the sizes are UIKit's, not described.
    static let padTabBar = TabItemArrangement(
        labelPlace: .beside, iconSize: 25, gap: 8, padding: 8,
        font: Font(weight: .medium, size: 13))

    /// An iPad's bar at the top. The description of the tab bar gives no values: the icon and gap
    /// are those of the compact bar, the font is larger, for it is read at arm's length.
    static let topBar = TabItemArrangement(
        labelPlace: .beside, iconSize: 19, gap: 5, padding: 16,
        font: Font(weight: .medium, size: 13))

    /// A row of an iPad's sidebar, and of the list of More: UIKit's list with symbols; not
    /// described.
    static let row = TabItemArrangement(
        labelPlace: .row(inset: 16), iconSize: 25, gap: 12, padding: 16,
        font: Font(weight: .regular, size: 17))

    /// A row of a Mac's sidebar: Body of 13 (Human Interface Guidelines, typography in macOS).
    static let macRow = TabItemArrangement(
        labelPlace: .row(inset: 8), iconSize: 18, gap: 8, padding: 8, font: Font(size: 13))

    /// Material's bottom navigation. Its description gives no values: Material's icon of 24 and
    /// caption of Roboto 12, the gap is our own.
    static func bottomNavigation(isBeside: Bool, font: Font) -> TabItemArrangement {
        TabItemArrangement(
            labelPlace: isBeside ? .beside : .belowInMiddle, iconSize: 24,
            // The gap beside is what Material's iOS component keeps (12), as is the padding.
            gap: isBeside ? 12 : 4, padding: isBeside ? 12 : 4, font: font)
    }

    /// Returns the arrangement with words as heavy as people have set it, in a list also as large.
    func adapted(to traits: DeviceTraits) -> TabItemArrangement {
        var arrangement = self
        arrangement.font = isRow ? traits.content(font) : traits.emphasized(font)
        return arrangement
    }

    /// A Boolean value indicating whether items are rows of a list.
    var isRow: Bool {
        if case .row = labelPlace { true } else { false }
    }

    /// The widest badge beside a label: some six digits.
    static let badgeRoom: Double = 60

    /// Returns the width of a title.
    func width(of title: String) -> Double { TextMetrics.width(of: title.printable, in: font) }

    /// Returns the width of an item whose label is beside its icon, without the padding.
    func widthBeside(_ title: String, of item: TabBarItem) -> Double {
        let (label, gap) = (width(of: title), gapBeside(item))
        if item.symbol == nil { return label + badgeBeside(item, gap: gap) }
        return label > 0 ? iconSize + gap + label : iconSize
    }

    /// Returns the distance from the icon to the label beside it: the label gives way to a badge,
    /// which is between them.
    func gapBeside(_ item: TabBarItem) -> Double {
        guard item.symbol != nil, let badge = item.badge else { return gap }
        let size = BadgeMetrics.uiKit.size(of: badge, room: Self.badgeRoom)
        return max(
            gap, size.width + BadgeMetrics.uiKit.pillOffset.x + 2 * BadgeMetrics.uiKit.borderWidth)
    }

    /// Returns the room for a badge after the label of an item without an icon.
    func badgeBeside(_ item: TabBarItem, gap: Double) -> Double {
        guard let badge = item.badge else { return 0 }
        return gap + BadgeMetrics.uiKit.size(of: badge, room: Self.badgeRoom).width
    }
}
