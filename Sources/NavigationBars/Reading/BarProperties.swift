package import NavigationModel

/// What holds for one bar: what is said of the bar itself, else what the scene says for all bars
/// (as `UIAppearance` does), else what the platform does by itself.
///
/// A text that is not what its property can be counts as not said.
package struct BarProperties: Hashable, Sendable {
    /// Where a value comes from.
    package enum Origin: String, Hashable, Sendable {
        /// The bar says it.
        case own
        /// The scene says it for all bars.
        case appearance
        /// Nobody says it.
        case platform
    }

    /// What is said of the bar.
    package let own: Properties
    /// What the scene says for all bars.
    package let appearance: Properties

    /// Joins the parts.
    package init(own: Properties, appearance: Properties) {
        self.own = own
        self.appearance = appearance
    }

    /// What is said of the bar itself or for all; `nil` leaves it to the platform.
    package func explicitText(_ property: Property, _ name: PropertyName? = nil) -> String? {
        own.said(property, name) ?? appearance.said(property, name)
    }

    /// Where ``text(_:_:)`` comes from.
    package func origin(_ property: Property, _ name: PropertyName? = nil) -> Origin {
        if own.said(property, name) != nil { return .own }
        return appearance.said(property, name) == nil ? .platform : .appearance
    }

    /// The text in effect; `nil` if nobody says one and the platform has none of its own.
    package func text(_ property: Property, _ name: PropertyName? = nil) -> String? {
        explicitText(property, name) ?? property.defaultValue
    }

    /// The truth value in effect.
    package func flag(_ property: Property, _ name: PropertyName? = nil) -> Bool {
        text(property, name) == "true"
    }

    /// The number in effect; finite, and within the property's bounds.
    package func number(_ property: Property, _ name: PropertyName? = nil) -> Double? {
        (own.said(property, name) == nil ? appearance : own).number(property, name)
    }

    /// The numbers of an offset or of insets in effect.
    package func numbers(_ property: Property, _ name: PropertyName? = nil) -> [Double] {
        (own.said(property, name) == nil ? appearance : own).numbers(property, name)
    }

    /// Everything that is said, own words before those for all.
    package var effective: Properties {
        Properties(appearance.values.merging(own.values) { _, own in own })
    }
}

extension Scene {
    /// What the scene says for all bars that say nothing of their own.
    package var appearance: Properties {
        Properties(
            Dictionary(
                uniqueKeysWithValues: bars.map { key, text in
                    (PropertyName(unchecked: key.rawValue), text)
                }))
    }

    /// What holds for the navigation bar of a tab, a modal or a standalone bar that says `own`.
    package func barProperties(own: Properties) -> BarProperties {
        BarProperties(own: own, appearance: appearance)
    }
}
