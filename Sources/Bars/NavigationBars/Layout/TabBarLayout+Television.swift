internal import NavigationModel
internal import NavigationProperties

/// A television's tabs: a pill of words at the top. It is 68 points high and 46 below the upper edge
/// (Human Interface Guidelines, tab bars in tvOS); its other lengths are our own.
extension TabBarLayout {
    /// The most tabs that find room in English words.
    static let mostTelevisionItems = 7
    private static let televisionHeight: Double = 68
    private static let televisionTop: Double = 46

    /// Returns the pill in the middle of the screen, as wide as its slots, which are equal.
    static func television(
        _ items: [TabBarItem], _ properties: BarProperties, on traits: DeviceTraits
    ) -> TabBarLayout {
        let arrangement = TabItemArrangement.television
        let adapted = arrangement.adapted(to: traits)
        let items = items.map(\.asWords)
        let widest =
            items.map { adapted.widthBeside($0.showsTitle ? $0.title : "", of: $0) }.max() ?? 0
        let visible = traits.safeRoom.visible(on: traits)
        let room = max(0, visible.upperBound - visible.lowerBound)
        let width = min(room, (widest + 2 * arrangement.padding) * Double(items.count))
        let height = televisionHeight.bounded(by: traits.safeRoom.height)
        let bar = Rect(
            x: (visible.lowerBound + visible.upperBound - width) / 2,
            y: min(televisionTop, traits.safeRoom.height - height), width: width, height: height)
        var look = TabBarLook.floating(properties, on: traits)
        look.unselected = SystemColor.label.color(on: traits)
        let placing = TabItemPlacing(
            arrangement: arrangement, look: look, traits: traits, visible: bar.x...bar.maxX,
            marker: .slot(margin: 6, cornerRadius: .infinity))
        let frame = TabBarFrame(
            style: .tabBar, placement: .top, frame: bar, safeBottom: 0, isCompact: false)
        var layout = TabBarLayout(
            items, in: bar.columns(items.count), frame: frame, placing: placing)
        layout.background.cornerRadius = bar.height / 2
        layout.sharesRow = false
        return layout
    }
}

extension TabItemArrangement {
    /// A television's tabs: Body of 29 (Human Interface Guidelines, typography in tvOS).
    static let television = TabItemArrangement(
        labelPlace: .beside, iconSize: 32, gap: 12, padding: 36,
        font: Font(weight: .medium, size: 29))
}
