package import NavigationModel
package import NavigationProperties

/// The content that a screen gives the bar to show: its title, its prompt, the items beside them.
/// UIKit's `UINavigationItem`.
package struct NavigationItem: Hashable, Sendable, Identifiable {
    /// The screen's id.
    package let id: ScreenID
    /// The screen.
    package let screen: Screen
    /// The language that texts are read in; `nil` for the app's first.
    package let locale: LanguageTag?

    /// Reads a screen.
    package init(_ screen: Screen, in locale: LanguageTag? = nil) {
        id = screen.id
        self.screen = screen
        self.locale = locale
    }

    /// The properties of the screen.
    package var properties: Properties { screen.properties }

    /// The navigation item's own title, else the screen's; `nil` if both are empty.
    package var title: String? {
        locale.map { screen.barTitle(in: $0) } ?? text(.itemTitle) ?? screen.title?.unlessBlank
    }

    /// A Boolean value indicating whether the title is the screen's: it follows when that changes.
    package var followsScreenTitle: Bool { text(.itemTitle) == nil }

    /// The line above the title.
    package var prompt: String? { text(.prompt) }

    /// The words of a back button to this screen, instead of its title.
    package var backButtonTitle: String? { text(.backButtonTitle) }

    /// A Boolean value indicating whether the back button of this screen is hidden.
    package var hidesBackButton: Bool { properties.flag(.hidesBackButton) }

    /// `automatic`, `always` or `never`.
    package var largeTitleDisplayMode: String {
        properties.text(.largeTitleDisplayMode) ?? "automatic"
    }

    /// The view in the title's place: `segmentedControl` or `custom`; `nil` for the title.
    package var titleView: String? { properties.explicitText(.titleView) }

    /// The items before the title, outermost first.
    package var left: [BarButton] { buttons("left") }

    /// The items after the title, outermost first.
    package var right: [BarButton] { buttons("right") }

    private func buttons(_ side: String) -> [BarButton] {
        let list = side == "left" ? Property.left : Property.right
        return properties.list(list).firstOfEach.map {
            BarButton(name: $0, side: side, item: self)
        }
    }

    /// Returns a text in the item's language; `nil` if none is set.
    package func text(_ property: Property, _ name: PropertyName? = nil) -> String? {
        let name = name ?? property.name()
        return (locale.map { properties.localized(name, in: $0) } ?? properties[name])?.unlessBlank
    }
}

/// An item beside the title. UIKit's `UIBarButtonItem`.
package struct BarButton: Hashable, Sendable, Identifiable {
    /// The app's name for it, one for each side of a screen.
    package let name: String
    /// `left` or `right`: before or after the title.
    package let side: String
    private let item: NavigationItem

    init(name: String, side: String, item: NavigationItem) {
        self.name = name
        self.side = side
        self.item = item
    }

    /// `right.edit`
    package var id: String { "\(side).\(name)" }

    /// `button`, `fixedSpace`, `flexibleSpace`, `segmentedControl` or `custom`.
    package var kind: String { text(.buttonKind) ?? "button" }
    /// Its words; `nil` if it has none.
    package var title: String? { item.text(.buttonTitle, Property.buttonTitle.name(side, name)) }
    /// Its symbol.
    package var image: String? { text(.buttonImage) }
    /// `plain` or `done`.
    package var style: String { text(.buttonStyle) ?? "plain" }
    /// The width of a fixed space, in points.
    package var width: Double { number(.buttonWidth) ?? 0 }
    /// A Boolean value indicating whether it can be used.
    package var isEnabled: Bool { text(.buttonIsEnabled) == "true" }
    /// The words spoken instead of its title.
    package var accessibilityLabel: String? {
        item.text(
            .buttonAccessibilityLabel, Property.buttonAccessibilityLabel.name(side, name))
    }
    /// The identifier for tests.
    package var accessibilityIdentifier: String? { text(.buttonAccessibilityIdentifier) }
    /// The size of a drawing of the app's own, in points.
    package var glyphSize: Double? { number(.buttonGlyphSize) }

    private func text(_ property: Property) -> String? {
        item.properties.text(property, property.name(side, name))
    }

    private func number(_ property: Property) -> Double? {
        item.properties.number(property, property.name(side, name))
    }
}
