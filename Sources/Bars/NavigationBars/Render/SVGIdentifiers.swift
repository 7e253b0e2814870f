/// The identifiers of the app's own that are ids of a drawing, so that no id stands in it twice.
struct SVGIdentifiers {
    private var taken: Set<String> = []

    /// The beginnings of the layout's own ids, up to the first point.
    static let reserved: Set = [
        "bar", "content", "modal", "more", "navigationBar", "screen", "surroundings", "tab",
        "tabBar",
    ]

    /// Takes an identifier for an element; `false` if it can be no id: another element has it, the
    /// layout might give it itself, or it has more than letters, digits and `-`, `_`, `.`, `:`.
    mutating func take(_ identifier: String) -> Bool {
        let first = String(identifier.prefix { $0 != "." })
        guard !identifier.isEmpty, !Self.reserved.contains(first),
            identifier.unicodeScalars.allSatisfy(Self.isPlain)
        else { return false }
        return taken.insert(identifier).inserted
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", "_", ".", ":": true
        default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }
}
