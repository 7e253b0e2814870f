/// Something that an app can say, and navsync gives a meaning: its name, what may be said, and what
/// holds while nothing is.
public struct Property: Hashable, Sendable {
    /// What a property can be said about.
    public enum Target: String, Hashable, Sendable, CaseIterable {
        /// An item of the tab bar, and its navigation controller.
        case tab
        /// A screen with its navigation item.
        case screen
        /// A presentation.
        case modal
        /// A bar that no controller manages.
        case standaloneBar
        /// The appearance of all bars that say nothing of their own.
        case appearance

        /// What it is called in a sentence.
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
    /// Whether the pattern stands for more than one name.
    private let isPattern: Bool
    /// What its text can be.
    public let type: PropertyType
    /// What holds while nothing is said; `nil` if nothing does.
    public let defaultValue: String?
    /// Whether it is said in each language by itself: `prompt@ko`.
    public let isLocalizable: Bool
    /// Why nobody may say it; `nil` if anybody may.
    public let refusal: String?
    /// What it means, in one line.
    public let summary: String

    /// Describes a property.
    init(
        _ pattern: String, _ form: PropertyType, initial: String? = nil, localizable: Bool = false,
        refusal: String? = nil, _ summary: String
    ) {
        self.pattern = pattern
        isPattern = pattern.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "|") }
        self.type = form
        self.defaultValue = initial
        isLocalizable = localizable
        self.refusal = refusal
        self.summary = summary
    }

    /// The name, with `parts` in the places of the stars and of what leaves a choice.
    public func name(_ parts: String...) -> PropertyName {
        guard isPattern else { return PropertyName(unchecked: pattern) }
        var rest = parts[...]
        let pieces = pattern.split(separator: ".").map { piece in
            piece == "*" || piece.contains("|") ? rest.popFirst() ?? "*" : String(piece)
        }
        return PropertyName(unchecked: pieces.joined(separator: "."))
    }

    /// Whether the name without its language is one of the property's.
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
    /// The text under the property's name if it is what the property can be, else the initial one.
    public func text(_ property: Property, _ name: PropertyName? = nil) -> String? {
        said(property, name) ?? property.defaultValue
    }

    /// What is said under the property's name, if it is what the property can be.
    public func said(_ property: Property, _ name: PropertyName? = nil) -> String? {
        self[name ?? property.name()].flatMap { property.type.accepts($0) ? $0 : nil }
    }

    /// A truth value; what is neither `true` nor `false` is the initial one.
    public func flag(_ property: Property, _ name: PropertyName? = nil) -> Bool {
        text(property, name) == "true"
    }

    /// A finite number within the property's bounds; what is none is the initial one.
    public func number(_ property: Property, _ name: PropertyName? = nil) -> Double? {
        text(property, name).flatMap(PropertyType.number)
    }

    /// The names of a list, in its order.
    public func list(_ property: Property, _ name: PropertyName? = nil) -> [String] {
        text(property, name).map(PropertyType.names) ?? []
    }

    /// The numbers of an offset or of insets; what is none is the initial ones.
    public func numbers(_ property: Property, _ name: PropertyName? = nil) -> [Double] {
        text(property, name).flatMap(PropertyType.numbers) ?? []
    }
}
