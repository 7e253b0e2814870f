/// A symbol where it is drawn: in one colour, whatever colours its source has.
package struct SymbolElement: Hashable, Sendable, Encodable {
    /// A sizing of symbols.
    package enum Configuration: String, Hashable, Sendable, Encodable {
        /// By the bar that shows it.
        case unspecified
    }

    /// The name: `house.fill`.
    package var symbol: String
    /// The square that it is drawn in.
    package var frame: Rect
    /// The colour of all of it.
    package var color: Color
    /// The weight of its strokes.
    package var weight: Font.Weight
    /// The sizing.
    package var configuration: Configuration
    /// The opacity of the whole symbol.
    package var opacity: Double
    /// A Boolean value indicating whether it is drawn mirrored, since it points along the text.
    package var isMirrored: Bool

    /// Joins the parts.
    package init(
        _ symbol: String, frame: Rect, color: Color, weight: Font.Weight = .medium,
        configuration: Configuration = .unspecified, opacity: Double = 1, isMirrored: Bool = false
    ) {
        self.symbol = symbol
        self.frame = frame
        self.color = color
        self.weight = weight
        self.configuration = configuration
        self.opacity = opacity
        self.isMirrored = isMirrored
    }
}
