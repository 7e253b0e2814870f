internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// The resolved look of a navigation bar: the appearance in effect wins over the older properties,
/// these over the bar's style, the style over light and dark, each value by itself.
struct NavigationBarLook: Hashable {
    /// The properties and the place of a bar that a look is resolved for.
    struct Context {
        /// The bar's properties.
        var properties: BarProperties
        /// `top`, `topAttached` or `bottom`.
        var position: String
        /// Its height.
        var metrics: NavigationBarMetrics
        /// A Boolean value indicating whether it goes without a border, as panes of a split view
        /// may.
        var isBorderless: Bool
        /// The device.
        var traits: DeviceTraits

        /// A Boolean value indicating whether its large title is at the top of the content, where
        /// such a bar is a part of it: from iOS 13 on, as the guidelines say.
        var isPartOfContent: Bool {
            metrics.isLarge && !traits.isScrolled && traits.platform.hasPlainLargeTitles
        }
    }

    /// The appearance in effect.
    let appearance: NavigationBarAppearance
    /// The font of the title.
    let titleFont: Font
    /// Its colour.
    let titleColor: Color
    /// Its shadow.
    let titleShadow: TextElement.Shadow?
    /// The distance by which it is moved from its place.
    let titleOffset: Point
    /// The colour of a large title.
    let largeTitleColor: Color
    /// The colour of what can be touched.
    let tintColor: Color
    /// The colour of a button's symbol.
    let symbolColor: Color
    /// The colour of the back button.
    let backColor: Color
    /// A Boolean value indicating whether the bar lets content shine through, as far as properties
    /// say.
    let isTranslucent: Bool
    /// The background, without its place.
    let background: BackgroundLook
    /// The colour of the line to the content; `nil` without one.
    let separatorColor: Color?
    /// The app's own image instead of the line.
    let shadowImage: String?

    /// Resolves a look.
    init(_ bar: Context) {
        let (properties, traits) = (bar.properties, bar.traits)
        let appearance = NavigationBarAppearance(
            isCompact: bar.metrics.isCompact, isScrolled: traits.isScrolled, in: properties)
        self.appearance = appearance
        func color(_ text: String?) -> Color? { text.flatMap { Color($0, on: traits) } }

        let isBlack = properties.text(.barStyle) == "black"
        let label =
            traits.isMaterial ? traits.scheme.onSurface : SystemColor.label.color(on: traits)
        let textColor = isBlack ? Color(0xFFFFFF) : label
        titleColor =
            color(appearance.text("titleTextAttributes.foregroundColor"))
            ?? color(properties.explicitText(.titleColor)) ?? textColor
        largeTitleColor =
            color(appearance.text("largeTitleTextAttributes.foregroundColor")) ?? textColor
        titleFont = Self.titleFont(appearance, properties, bar.metrics.style)
        titleShadow = Self.titleShadow(properties, on: traits)
        titleOffset = Self.titleOffset(appearance, properties, bar.metrics)
        if traits.isMaterial {
            let own = color(properties.explicitText(.tintColor))
            tintColor = own ?? traits.scheme.primary
            symbolColor = own ?? traits.scheme.onSurfaceVariant
            backColor = own ?? textColor
        } else {
            // Buttons on glass have the colour of words unless an app has its own.
            let tint =
                color(properties.explicitText(.tintColor))
                ?? (bar.metrics.style.hasGlassButtons ? label : nil)
                ?? color(properties.text(.tintColor)) ?? SystemColor.systemBlue.color(on: traits)
            (tintColor, symbolColor, backColor) = (tint, tint, tint)
        }
        isTranslucent = properties.flag(.isTranslucent)

        background = BackgroundLook(bar, appearance)
        let line = Self.line(bar, appearance, background)
        separatorColor = line.color
        shadowImage = line.image
    }

    /// The title's font. One that is higher than the row is made smaller: UIKit would cut it off.
    private static func titleFont(
        _ appearance: NavigationBarAppearance, _ properties: BarProperties,
        _ style: NavigationBarStyle
    ) -> Font {
        let usual = style.titleFont
        let family =
            appearance.text("titleTextAttributes.font") ?? properties.explicitText(.titleFont)
        let weight = properties.explicitText(.titleFontWeight).flatMap(Font.Weight.init)
        let size =
            appearance.number("titleTextAttributes.fontSize")
            ?? properties.number(.titleFontSize) ?? usual.size
        let largest = style.rowHeight / TextMetrics.lineHeight(of: Font(size: 1))
        return Font(
            family: family?.printable ?? usual.family, weight: weight ?? usual.weight,
            size: min(size, largest))
    }

    private static func titleShadow(
        _ properties: BarProperties, on traits: DeviceTraits
    ) -> TextElement.Shadow? {
        guard let text = properties.explicitText(.titleShadowColor),
            let color = Color(text, on: traits)
        else { return nil }
        let offset = properties.numbers(.titleShadowOffset).map(limited)
        guard offset.count == 2 else { return nil }
        return TextElement.Shadow(color: color, offset: Point(x: offset[0], y: offset[1]))
    }

    /// Returns the offset of the title, to the trailing edge and down.
    private static func titleOffset(
        _ appearance: NavigationBarAppearance, _ properties: BarProperties,
        _ metrics: NavigationBarMetrics
    ) -> Point {
        let offset = appearance.numbers("titlePositionAdjustment").map(limited)
        if offset.count == 2 { return Point(x: offset[0], y: offset[1]) }
        let adjustment = Property.titleVerticalPositionAdjustment
        return Point(
            x: 0, y: properties.number(adjustment, adjustment.name(metrics.name)).map(limited) ?? 0)
    }

    /// Returns an offset within 200 points, beyond which it would leave any bar.
    private static func limited(_ offset: Double) -> Double { min(max(offset, -200), 200) }

    /// Returns the border between the bar and the content: a line, an image of the app's own, or
    /// nothing.
    ///
    /// An image needs a background image (the description of the bar); the appearances have theirs
    /// without that. A large title at the top of the content has no line unless an appearance for
    /// the scroll edge sets one (the guidelines).
    private static func line(
        _ bar: Context, _ appearance: NavigationBarAppearance, _ background: BackgroundLook
    ) -> (color: Color?, image: String?) {
        let usesOwn = !bar.isPartOfContent || appearance.isOfScrollEdge
        if usesOwn, let image = appearance.text("shadowImage") { return (nil, image) }
        if background.isLegacyImage, let image = bar.properties.explicitText(.shadowImage) {
            return (nil, image)
        }
        if bar.isBorderless || bar.traits.isMaterial { return (nil, nil) }
        if usesOwn, let text = appearance.text("shadowColor") {
            let color = Color(text, on: bar.traits)
            return (color.flatMap { $0.opacity > 0 ? $0 : nil }, nil)
        }
        let isHidden = bar.isPartOfContent || background.kind == .none
        return (isHidden ? nil : SystemColor.separator.color(on: bar.traits), nil)
    }
}

extension Platform {
    /// A Boolean value indicating whether large titles have neither background nor border at the
    /// top of the content: from iOS 13 on, and wherever bars came later than that.
    var hasPlainLargeTitles: Bool {
        system == .iOS || system == .iPadOS ? isAtLeast(13) : true
    }
}

/// The one of a bar's four appearances that is in effect, with its values. UIKit's
/// `UINavigationBarAppearance`.
struct NavigationBarAppearance: Hashable {
    /// The kind of appearance.
    let kind: NavigationBarLayout.Appearance
    private let properties: BarProperties
    private let prefix: String

    /// Finds the appearance for a height and for whether content ends where the bar does. One
    /// without any value does not exist, and the next takes its place: both at once, then the edge,
    /// then the height, then the standard one, which always exists.
    init(isCompact: Bool, isScrolled: Bool, in properties: BarProperties) {
        let order: [NavigationBarLayout.Appearance] =
            switch (isCompact, isScrolled) {
            case (false, true): [.standard]
            case (true, true): [.compact, .standard]
            case (false, false): [.scrollEdge, .standard]
            case (true, false): [.compactScrollEdge, .scrollEdge, .compact, .standard]
            }
        kind = order.first { Self.isSet($0, in: properties) } ?? .standard
        prefix = Self.prefix(kind)
        self.properties = properties
    }

    /// A Boolean value indicating whether it is one for content that ends where the bar does.
    var isOfScrollEdge: Bool { kind == .scrollEdge || kind == .compactScrollEdge }

    /// Returns the text under the rest of a name, if it is valid for the property.
    func text(_ part: String) -> String? {
        guard let property = Self.parts[prefix + part] else { return nil }
        return properties.explicitText(property, PropertyName(unchecked: prefix + part))
    }

    /// Returns the number under the rest of a name.
    func number(_ part: String) -> Double? {
        guard let property = Self.parts[prefix + part] else { return nil }
        return properties.number(property, PropertyName(unchecked: prefix + part))
    }

    /// Returns the numbers of an offset under the rest of a name.
    func numbers(_ part: String) -> [Double] {
        guard let property = Self.parts[prefix + part] else { return [] }
        return properties.numbers(property, PropertyName(unchecked: prefix + part))
    }

    private static func prefix(_ kind: NavigationBarLayout.Appearance) -> String {
        "navigationBar.\(kind.rawValue)Appearance."
    }

    private static func isSet(
        _ kind: NavigationBarLayout.Appearance, in properties: BarProperties
    ) -> Bool {
        let prefix = prefix(kind)
        return properties.own.values.keys.contains { $0.rawValue.hasPrefix(prefix) }
            || properties.appearance.values.keys.contains { $0.rawValue.hasPrefix(prefix) }
    }

    private static let parts = Dictionary(
        uniqueKeysWithValues: Property.appearanceParts.map { ($0.pattern, $0) })
}
