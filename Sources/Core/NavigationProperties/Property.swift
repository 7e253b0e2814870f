public import NavigationModel

/// A property that navsync gives a meaning: its name, the texts that it accepts, and its default.
public struct Property: Hashable, Sendable {
    /// A kind of object that properties are set on.
    public enum Target: String, Hashable, Sendable, CaseIterable {
        /// An item of the tab bar, and its navigation controller.
        case tab
        /// A screen with its navigation item.
        case screen
        /// A presentation.
        case modal
        /// A bar that no controller manages.
        case standaloneBar
        /// The appearance of all bars, as far as they have no properties of their own.
        case appearance

        /// The target's name with its article, for messages.
        var words: String {
            switch self {
            case .tab: "a tab"
            case .screen: "a screen"
            case .modal: "a modal"
            case .standaloneBar: "a standalone bar"
            case .appearance: "all bars"
            }
        }
    }

    /// The name; `*` stands for any part without a dot, `left|right` for either.
    public let pattern: String
    /// A Boolean value indicating whether the pattern stands for more than one name.
    private let isPattern: Bool
    /// The type of its text.
    public let type: PropertyType
    /// The value while the property is unset; `nil` for none.
    public let defaultValue: String?
    /// A Boolean value indicating whether each language has a text of its own: `prompt@ko`.
    public let isLocalizable: Bool
    /// The reason why it can't be set; `nil` if it can.
    public let refusal: String?
    /// The meaning, in one line.
    public let summary: String

    /// Describes a property.
    init(
        _ pattern: String, _ type: PropertyType, default defaultValue: String? = nil,
        localizable: Bool = false,
        refusal: String? = nil, _ summary: String
    ) {
        self.pattern = pattern
        isPattern = pattern.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "|") }
        self.type = type
        self.defaultValue = defaultValue
        isLocalizable = localizable
        self.refusal = refusal
        self.summary = summary
    }

    /// Returns the name with `parts` in place of the stars and the alternatives.
    public func name(_ parts: String...) -> PropertyName {
        guard isPattern else { return PropertyName(unchecked: pattern) }
        var rest = parts[...]
        let pieces = pattern.split(separator: ".").map { piece in
            piece == "*" || piece.contains("|") ? rest.popFirst() ?? "*" : String(piece)
        }
        return PropertyName(unchecked: pieces.joined(separator: "."))
    }

    /// Returns a Boolean value indicating whether the name is one of the property's. Only a
    /// localizable property has names with a language.
    public func matches(_ name: PropertyName) -> Bool {
        let pieces = name.base.rawValue.split(separator: ".", omittingEmptySubsequences: false)
        let parts = pattern.split(separator: ".")
        guard pieces.count == parts.count, name.language == nil || isLocalizable else {
            return false
        }
        return zip(parts, pieces).allSatisfy { part, piece in
            part == "*" ? !piece.isEmpty : part.split(separator: "|").contains(piece)
        }
    }
}

extension Properties {
    /// Returns the text under the property's name if the type accepts it, else the default.
    public func text(_ property: Property, _ name: PropertyName? = nil) -> String? {
        explicitText(property, name) ?? property.defaultValue
    }

    /// Returns the text that is set under the property's name, if the type accepts it.
    public func explicitText(_ property: Property, _ name: PropertyName? = nil) -> String? {
        self[name ?? property.name()].flatMap { property.type.accepts($0) ? $0 : nil }
    }

    /// Returns a truth value; the default for a text that is neither `true` nor `false`.
    public func flag(_ property: Property, _ name: PropertyName? = nil) -> Bool {
        text(property, name) == "true"
    }

    /// Returns a finite number within the property's bounds; the default for any other text.
    public func number(_ property: Property, _ name: PropertyName? = nil) -> Double? {
        text(property, name).flatMap(PropertyType.number)
    }

    /// Returns the names of a list, in its order; the default for any other text.
    public func list(_ property: Property, _ name: PropertyName? = nil) -> [String] {
        text(property, name).map(PropertyType.names) ?? []
    }

    /// Returns the numbers of an offset or of insets; the default for any other text.
    public func numbers(_ property: Property, _ name: PropertyName? = nil) -> [Double] {
        text(property, name).flatMap(PropertyType.numbers) ?? []
    }
}

extension ItemID {
    /// The target of its properties.
    public var target: Property.Target {
        switch self {
        case .tab: .tab
        case .screen: .screen
        case .modal: .modal
        case .bar: .standaloneBar
        }
    }
}
