/// What a screen reader finds in a place.
package struct AccessibilityElement: Hashable, Sendable, Encodable {
    /// What it is.
    package enum Role: String, Hashable, Sendable, Encodable {
        /// The bar of tabs.
        case tabBar
        /// A tab.
        case tab
        /// The bar with the title.
        case navigationBar
        /// A title.
        case heading
        /// The way back.
        case backButton
        /// Another button.
        case button
        /// Text.
        case text
        /// Something presented over all.
        case dialog
        /// A row of a list.
        case row
    }

    /// What it does, besides.
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

    /// What it is.
    package var role: Role
    /// What is spoken first.
    package var label: String
    /// What is spoken of its state.
    package var value: String?
    /// What it does, in the order of the cases.
    package var traits: [Trait]
    /// What tests know it by.
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
