internal import NavigationModel
internal import NavigationProperties

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
        kind = order.first { Self.isSaid($0, in: properties) } ?? .standard
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
