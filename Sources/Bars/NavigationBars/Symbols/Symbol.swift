/// A shape of our own under a name of SF Symbols' vocabulary: `house`, `house.fill`.
struct Symbol: Hashable, Sendable {
    /// The shapes that it is drawn of.
    let shapes: [SymbolShape]

    /// The symbol of a name. A name that is not drawn stands for the nearest that is, without its
    /// last words (`bell.badge.fill` is `bell.fill`); one that has none is a dashed square.
    init(named name: String) {
        var rest =
            name.hasSuffix(Self.filledSuffix)
            ? name.dropLast(Self.filledSuffix.count) : name[...]
        let isFilled = rest.endIndex != name.endIndex
        while !rest.isEmpty {
            if let shapes = Self.shapes(of: String(rest), isFilled: isFilled) {
                self.shapes = shapes
                return
            }
            guard let dot = rest.lastIndex(of: ".") else { break }
            rest = rest[..<dot]
        }
        shapes = Self.unknown
    }

    /// The names that are drawn in outline.
    static var names: [String] { outlines.keys.sorted() }

    /// Returns the shapes of a name without its suffix; in outline if it has no filled form.
    private static func shapes(of name: String, isFilled: Bool) -> [SymbolShape]? {
        guard isFilled else { return outlines[name] }
        if let fill = fills[name] { return fill }
        let outline = outlines[name]
        return closed.contains(name) ? outline?.map(\.filled) : outline
    }

    private static let filledSuffix = ".fill"

    /// The names that are filled by filling their outline.
    private static let closed: Set = [
        "bolt", "bookmark", "chart.bar", "circle", "circle.grid.3x3", "cloud", "heart", "location",
        "message", "moon", "pause", "person", "phone", "play", "square", "square.grid.2x2", "star",
    ]

    /// The shapes for a name that is not drawn.
    private static let unknown: [SymbolShape] = [
        .line("M4 8V6A2 2 0 0 1 6 4H8M16 4H18A2 2 0 0 1 20 6V8M20 16V18A2 2 0 0 1 18 20H16"),
        .line("M8 20H6A2 2 0 0 1 4 18V16M4 11V13M20 11V13M11 4H13M11 20H13"),
    ]

    /// Returns the thickness of lines on the square: that of the stems of a text of that weight.
    static func strokeWidth(_ weight: Font.Weight) -> Double {
        switch weight {
        case .regular: 1.5
        case .medium: 1.75
        case .semibold: 2
        case .bold: 2.3
        }
    }
}

/// A piece of a symbol, on a square of 24 by 24. All pieces are drawn in one colour, with round
/// ends.
enum SymbolShape: Hashable, Sendable {
    /// A path that is drawn as a line.
    case line(String)
    /// A path that is filled, and as large as its line would be.
    case solid(String)
    /// A path that is filled without a line, so that what it leaves out stays as wide as it is.
    case flat(String)
    /// A circle that is drawn as a line, by its middle and radius.
    case ring(Double, Double, Double)
    /// A circle that is filled, and as large as its line would be.
    case disc(Double, Double, Double)
    /// A circle that is filled without a line.
    case dot(Double, Double, Double)
    /// A rectangle that is drawn as a line: left, top, width, height, radius of its corners.
    case box(Double, Double, Double, Double, Double)
    /// A rectangle that is filled, and as large as its line would be.
    case block(Double, Double, Double, Double, Double)
}

extension SymbolShape {
    /// The piece with its inside filled.
    var filled: SymbolShape {
        switch self {
        case .line(let path): .solid(path)
        case .ring(let x, let y, let radius): .disc(x, y, radius)
        case .box(let x, let y, let width, let height, let radius):
            .block(x, y, width, height, radius)
        case .solid, .flat, .disc, .dot, .block: self
        }
    }
}
