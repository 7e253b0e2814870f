/// The lengths and the font of the rows of a list on a platform, in points.
struct RowStyle: Hashable, Sendable {
    /// The height of a row of one line.
    let height: Double
    /// The distance from the edges to the words.
    let margin: Double
    /// The font of its words.
    let font: Font

    /// Returns the style in a list so wide, for the size of text that people have set: Material's of 56 (`ListTokens` of
    /// `androidx.compose.material3`), a television's with its Body of 29 and a headset's of 60,
    /// the least for eyes (Human Interface Guidelines), a Mac's with its Body of 13; UIKit's of 44
    /// is not described. The other heights are our own.
    static func on(_ traits: DeviceTraits, width: Double) -> RowStyle {
        let usual = usual(on: traits, width: width)
        let font = traits.content(usual.font)
        let more = TextMetrics.lineHeight(of: font) - TextMetrics.lineHeight(of: usual.font)
        // A row grows with its text, and is never lower than fingers need.
        return RowStyle(height: usual.height + max(0, more), margin: usual.margin, font: font)
    }

    private static func usual(on traits: DeviceTraits, width: Double) -> RowStyle {
        switch traits.platform.system {
        case .android: RowStyle(height: 56, margin: 16, font: MaterialFont.bodyLarge)
        case .tvOS: RowStyle(height: 80, margin: 24, font: Font(weight: .medium, size: 29))
        case .visionOS: RowStyle(height: 60, margin: 24, font: Font(weight: .medium, size: 17))
        case .macCatalyst: RowStyle(height: 28, margin: 16, font: Font(size: 13))
        case .iOS, .iPadOS:
            RowStyle(
                height: 44, margin: NavigationBarMetrics.margin(in: width), font: Font(size: 17))
        }
    }
}

extension DeviceTraits {
    /// The colour behind a screen's content: a headset's is glass, whose colour over a room is our
    /// own.
    var screenBackground: Color {
        switch platform.system {
        case .android: scheme.surface
        case .visionOS: Color(0x3A3C42)
        case .iOS, .iPadOS, .macCatalyst, .tvOS: SystemColor.systemBackground.color(on: self)
        }
    }
}
