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
