/// The size of text that people have set: UIKit's content size categories, from xS to AX5.
package enum TextSize: String, Hashable, Sendable, CaseIterable, Comparable, Encodable {
    /// The sizes below the usual one.
    case xS, S, M
    /// The usual size.
    case L
    /// The sizes above it.
    case xL, xxL, xxxL
    /// The sizes for accessibility.
    case AX1, AX2, AX3, AX4, AX5

    /// Compares by size.
    package static func < (left: TextSize, right: TextSize) -> Bool { left.index < right.index }

    /// A Boolean value indicating whether it is one of the sizes for accessibility, at which bars
    /// have the large content viewer.
    package var isAccessibility: Bool { self >= .AX1 }

    /// The size of Body, in points (Human Interface Guidelines, Dynamic Type sizes).
    var body: Double { Self.bodies[index] }

    /// The size of Large Title, in points (Human Interface Guidelines, Dynamic Type sizes).
    var largeTitle: Double { Self.largeTitles[index] }

    /// The factor of an Android device's text: that of Body, up to the 2 that Android has at most.
    var androidScale: Double { min(body / TextSize.L.body, 2) }

    private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    private static let bodies: [Double] = [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    private static let largeTitles: [Double] = [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
}

extension DeviceTraits {
    /// The direction of a layout.
    package enum LayoutDirection: String, Hashable, Sendable, CaseIterable, Encodable {
        /// From left to right.
        case leftToRight
        /// From right to left.
        case rightToLeft
    }

    /// Returns a font of the content, as large and heavy as people have set it.
    func content(_ font: Font) -> Font {
        let scale = isMaterial ? textSize.androidScale : textSize.body / TextSize.L.body
        let scaled =
            scalesContent
            ? Font(family: font.family, weight: font.weight, size: font.size * scale)
            : font
        return emphasized(scaled)
    }

    /// Returns the font of a large title, as large and heavy as people have set it.
    func largeTitle(_ font: Font) -> Font {
        guard scalesContent else { return emphasized(font) }
        let scale =
            isMaterial ? textSize.androidScale : textSize.largeTitle / TextSize.L.largeTitle
        return emphasized(
            Font(family: font.family, weight: font.weight, size: font.size * scale))
    }

    /// Returns a font heavier by a step while people have set bold text (the weights are our own).
    func emphasized(_ font: Font) -> Font {
        guard isBoldText else { return font }
        let weight: Font.Weight =
            switch font.weight {
            case .regular, .medium: .semibold
            case .semibold, .bold: .bold
            }
        return Font(family: font.family, weight: weight, size: font.size)
    }

    /// A Boolean value indicating whether the system has sizes of text: a Mac's and a television's
    /// text has one.
    private var scalesContent: Bool {
        platform.system != .macCatalyst && platform.system != .tvOS
    }
}
