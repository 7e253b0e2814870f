internal import NavigationModel

/// The one of a bar's four appearances that is in effect, and what it says. UIKit's
/// `UINavigationBarAppearance`.
struct NavigationBarAppearance: Hashable {
    /// Which it is.
    let kind: NavigationBarLayout.Appearance
    private let properties: BarProperties
    private let prefix: String

    /// The appearance for a height and for whether content ends where the bar does. One that nothing
    /// is said of is not there, and the next takes its place: both at once, then the edge, then the
    /// height, then the standard one, which always is there.
    init(isCompact: Bool, isScrolled: Bool, in properties: BarProperties) {
        let order: [NavigationBarLayout.Appearance] =
            switch (isCompact, isScrolled) {
            case (false, true): [.standard]
            case (true, true): [.compact, .standard]
            case (false, false): [.scrollEdge, .standard]
            case (true, false): [.compactScrollEdge, .scrollEdge, .compact, .standard]
            }
        kind = order.first { Self.isSaid($0, in: properties) } ?? .standard
        prefix = Self.prefix(kind)
        self.properties = properties
    }

    /// Whether it is one for content that ends where the bar does.
    var isOfScrollEdge: Bool { kind == .scrollEdge || kind == .compactScrollEdge }

    /// What it says under the rest of a name, if that is what the property can be.
    func text(_ part: String) -> String? {
        guard let property = Self.parts[prefix + part] else { return nil }
        return properties.explicitText(property, PropertyName(unchecked: prefix + part))
    }

    /// A number that it says.
    func number(_ part: String) -> Double? {
        guard let property = Self.parts[prefix + part] else { return nil }
        return properties.number(property, PropertyName(unchecked: prefix + part))
    }

    /// The numbers of an offset that it says.
    func numbers(_ part: String) -> [Double] {
        guard let property = Self.parts[prefix + part] else { return [] }
        return properties.numbers(property, PropertyName(unchecked: prefix + part))
    }

    private static func prefix(_ kind: NavigationBarLayout.Appearance) -> String {
        "navigationBar.\(kind.rawValue)Appearance."
    }

    private static func isSaid(
        _ kind: NavigationBarLayout.Appearance, in properties: BarProperties
    ) -> Bool {
        let prefix = prefix(kind)
        return properties.own.values.keys.contains { $0.rawValue.hasPrefix(prefix) }
            || properties.appearance.values.keys.contains { $0.rawValue.hasPrefix(prefix) }
    }

    private static let parts = Dictionary(
        uniqueKeysWithValues: Property.appearanceParts.map { ($0.pattern, $0) })
}
