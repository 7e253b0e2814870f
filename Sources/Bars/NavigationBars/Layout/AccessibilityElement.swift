/// An element for screen readers.
package struct AccessibilityElement: Hashable, Sendable, Encodable {
    /// The kind of an element.
    package enum Role: String, Hashable, Sendable, Encodable {
        /// The bar of tabs.
        case tabBar
        /// A tab.
        case tab
        /// The bar with the title.
        case navigationBar
        /// A title.
        case heading
        /// The back button.
        case backButton
        /// Another button.
        case button
        /// Text.
        case text
        /// A modal.
        case dialog
        /// A row of a list.
        case row
        /// A field for the words to search for.
        case searchField
    }

    /// A property or state of an element, beside its role.
    package enum Trait: String, Hashable, Sendable, Encodable {
        /// It can be activated.
        case button
        /// It is the chosen one.
        case selected
        /// It titles what follows.
        case header
        /// It can't be used now.
        case notEnabled
        /// It can be touched.
        case userInteractionEnabled
    }

    /// The kind of the element.
    package var role: Role
    /// The words spoken first.
    package var label: String
    /// The words spoken for its state.
    package var value: String?
    /// The traits, in the order of the cases.
    package var traits: [Trait]
    /// The identifier for tests.
    package var identifier: String?
    /// The title of the large content viewer.
    package var largeContentTitle: String?
    /// The symbol of the large content viewer.
    package var largeContentImage: String?

    /// Joins the parts.
    package init(
        _ role: Role, label: String, value: String? = nil, traits: [Trait] = [],
        identifier: String? = nil, largeContentTitle: String? = nil,
        largeContentImage: String? = nil
    ) {
        self.role = role
        self.label = label
        self.value = value
        self.traits = traits
        self.identifier = identifier
        self.largeContentTitle = largeContentTitle
        self.largeContentImage = largeContentImage
    }
}
