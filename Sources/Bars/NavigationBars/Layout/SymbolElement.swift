internal import NavigationModel
internal import NavigationProperties

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

/// The symbol before the words of a back button.
struct BackIndicator {
    /// Its name.
    let symbol: String
    /// The image that masks the back button while screens move, if the app has its own.
    let mask: String?

    /// Takes the symbol that the screen has of its own, else the bar's image if its mask is there
    /// too (either without the other is nothing, as the description of the bar says), else the
    /// platform's chevron.
    init(_ screen: Screen?, _ properties: BarProperties, usual: String) {
        let image = properties.explicitText(.backIndicatorImage)
        let mask = properties.explicitText(.backIndicatorTransitionMaskImage)
        let own = screen?.properties.explicitText(.backButtonImage)
        let isPair = image != nil && mask != nil
        symbol = own ?? (isPair ? image : nil) ?? usual
        self.mask = own == nil && isPair ? mask : nil
    }
}
