package import NavigationModel
package import NavigationProperties

/// The effective properties of one bar: those set on the bar itself, else those that the scene sets
/// for all bars (as `UIAppearance` does), else the platform's defaults.
///
/// A text that is invalid for its property counts as unset.
package struct BarProperties: Hashable, Sendable {
    /// The origin of a value.
    package enum Origin: String, Hashable, Sendable {
        /// The value is set on the bar.
        case own
        /// The scene sets the value for all bars.
        case appearance
        /// The value is unset.
        case platform
    }

    /// The properties of the bar itself.
    package let own: Properties
    /// The properties that the scene sets for all bars.
    package let appearance: Properties

    /// Joins the parts.
    package init(own: Properties, appearance: Properties) {
        self.own = own
        self.appearance = appearance
    }

    /// Returns the text that is set on the bar itself or for all; `nil` leaves it to the platform.
    package func explicitText(_ property: Property, _ name: PropertyName? = nil) -> String? {
        own.explicitText(property, name) ?? appearance.explicitText(property, name)
    }

    /// Returns the origin of ``text(_:_:)``.
    package func origin(_ property: Property, _ name: PropertyName? = nil) -> Origin {
        if own.explicitText(property, name) != nil { return .own }
        return appearance.explicitText(property, name) == nil ? .platform : .appearance
    }

    /// Returns the text in effect; `nil` if none is set and the platform has none of its own.
    package func text(_ property: Property, _ name: PropertyName? = nil) -> String? {
        explicitText(property, name) ?? property.defaultValue
    }

    /// Returns the truth value in effect.
    package func flag(_ property: Property, _ name: PropertyName? = nil) -> Bool {
        text(property, name) == "true"
    }

    /// Returns the number in effect; finite, and within the property's bounds.
    package func number(_ property: Property, _ name: PropertyName? = nil) -> Double? {
        (own.explicitText(property, name) == nil ? appearance : own).number(property, name)
    }

    /// Returns the numbers of an offset or of insets in effect.
    package func numbers(_ property: Property, _ name: PropertyName? = nil) -> [Double] {
        (own.explicitText(property, name) == nil ? appearance : own).numbers(property, name)
    }

    /// All properties that are set, those of the bar before those for all.
    package var effective: Properties {
        Properties(appearance.values.merging(own.values) { _, own in own })
    }
}

extension Scene {
    /// The properties that the scene sets for all bars that have none of their own.
    package var appearance: Properties {
        Properties(
            Dictionary(
                uniqueKeysWithValues: bars.map { key, text in
                    (PropertyName(unchecked: key.rawValue), text)
                }))
    }

    /// Returns the effective properties of the navigation bar of a tab, a modal or a standalone bar
    /// whose properties are `own`.
    package func barProperties(own: Properties) -> BarProperties {
        BarProperties(own: own, appearance: appearance)
    }
}
