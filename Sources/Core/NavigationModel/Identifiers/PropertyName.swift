/// The name of a property of a tab, a screen, a modal or a bar: `prompt`, `right.edit.title`,
/// `title@ko`.
///
/// Dots lead from the whole to its parts. The part after the last `@` is the language (BCP 47) of
/// the text.
public struct PropertyName: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name without its language.
    public var base: PropertyName {
        guard let mark = rawValue.utf8.lastIndex(of: Self.mark) else { return self }
        return PropertyName(rawValue: String(rawValue[..<mark])) ?? self
    }

    /// The language, if the name has one.
    public var language: String? {
        rawValue.utf8.lastIndex(of: Self.mark).map {
            String(rawValue[rawValue.utf8.index(after: $0)...])
        }
    }

    /// The property of a modal whose preferred action can be taken unless it is `false`: the one
    /// property on which the outcome of an operation depends.
    public static let preferredIsEnabled = PropertyName(unchecked: "preferred.isEnabled")

    /// The property of a tab that goes back to its first screen when it is selected again, if it is
    /// `popToRoot`.
    public static let reselect = PropertyName(unchecked: "reselect")

    private static let mark = UInt8(ascii: "@")

    /// Returns the name of the same property in a language.
    public func language(_ tag: String) -> PropertyName {
        PropertyName(unchecked: "\(rawValue)@\(tag)")
    }
}
