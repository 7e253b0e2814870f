/// A colour in sRGB with its opacity.
package struct Color: Hashable, Sendable, Encodable {
    /// Red, green and blue, 0 to 255.
    package let red: UInt8
    /// Green.
    package let green: UInt8
    /// Blue.
    package let blue: UInt8
    /// The opacity, 0 to 1.
    package var opacity: Double

    /// Joins the parts.
    package init(red: UInt8, green: UInt8, blue: UInt8, opacity: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.opacity = opacity
    }

    /// Reads a literal such as `0xFF3B30`.
    package init(_ hexadecimal: UInt32, opacity: Double = 1) {
        self.init(
            red: UInt8(truncatingIfNeeded: hexadecimal >> 16),
            green: UInt8(truncatingIfNeeded: hexadecimal >> 8),
            blue: UInt8(truncatingIfNeeded: hexadecimal), opacity: opacity)
    }

    /// `#RRGGBB`, in capitals; the opacity is not in it.
    package var hexadecimal: String {
        let digits = [red, green, blue].map { component in
            let text = String(component, radix: 16, uppercase: true)
            return text.count < 2 ? "0" + text : text
        }
        return "#" + digits.joined()
    }

    /// Written as `{"hex": "#FF3B30", "opacity": 1}`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(hexadecimal, forKey: .hex)
        try container.encode(opacity, forKey: .opacity)
    }

    private enum Key: String, CodingKey {
        case hex
        case opacity
    }
}

/// The system's colours by UIKit's names, in light, dark, and dark one level above the base.
///
/// The description of the tab bar fixes `systemGray`, `systemRed` and the dark `systemBackground`,
/// also elevated. It names `systemBlue`, the light `systemBackground` and `separator` without
/// values: these, and all others, are UIKit's published ones.
package enum SystemColor: String, Hashable, Sendable, CaseIterable {
    /// The warm hues, and those around green.
    case systemRed, systemOrange, systemYellow, systemGreen, systemMint, systemTeal, systemCyan
    /// The cold hues, and brown.
    case systemBlue, systemIndigo, systemPurple, systemPink, systemBrown
    /// The grays, from the one of items that are not selected to the faintest.
    case systemGray, systemGray2, systemGray3, systemGray4, systemGray5, systemGray6
    /// Texts, from the most important.
    case label, secondaryLabel, tertiaryLabel
    /// Lines between bars and content.
    case separator
    /// Backgrounds of content.
    case systemBackground, secondarySystemBackground, systemGroupedBackground
    /// The same in every appearance.
    case white, black, clear

    /// The colour on a device.
    package func color(on traits: DeviceTraits) -> Color {
        if traits.increasesContrast, let color = contrasting(in: traits.appearance) {
            return color
        }
        return color(in: traits.appearance, isElevated: traits.isElevated)
    }

    /// The colour in an appearance; being elevated changes dark backgrounds only.
    package func color(in appearance: DeviceTraits.Appearance, isElevated: Bool = false) -> Color {
        let values = values
        guard appearance == .dark else { return values.light }
        return isElevated ? values.elevated ?? values.dark : values.dark
    }

    private typealias Values = (light: Color, dark: Color, elevated: Color?)

    private var values: Values {
        switch self {
        case .systemRed, .systemOrange, .systemYellow, .systemGreen, .systemMint, .systemTeal,
            .systemCyan, .systemBlue, .systemIndigo, .systemPurple, .systemPink, .systemBrown:
            hues
        case .systemGray, .systemGray2, .systemGray3, .systemGray4, .systemGray5, .systemGray6:
            grays
        case .label, .secondaryLabel, .tertiaryLabel: texts
        case .separator, .systemBackground, .secondarySystemBackground, .systemGroupedBackground:
            surfaces
        case .white, .black, .clear: fixed
        }
    }

    private var hues: Values {
        switch self {
        case .systemOrange: Self.both(0xFF9500, 0xFF9F0A)
        case .systemYellow: Self.both(0xFFCC00, 0xFFD60A)
        case .systemGreen: Self.both(0x34C759, 0x30D158)
        case .systemMint: Self.both(0x00C7BE, 0x63E6E2)
        case .systemTeal: Self.both(0x30B0C7, 0x40C8E0)
        case .systemCyan: Self.both(0x32ADE6, 0x64D2FF)
        case .systemBlue: Self.both(0x007AFF, 0x0A84FF)
        case .systemIndigo: Self.both(0x5856D6, 0x5E5CE6)
        case .systemPurple: Self.both(0xAF52DE, 0xBF5AF2)
        case .systemPink: Self.both(0xFF2D55, 0xFF375F)
        case .systemBrown: Self.both(0xA2845E, 0xAC8E68)
        default: Self.both(0xFF3B30, 0xFF453A)
        }
    }

    private var grays: Values {
        switch self {
        case .systemGray2: Self.both(0xAEAEB2, 0x636366)
        case .systemGray3: Self.both(0xC7C7CC, 0x48484A)
        case .systemGray4: Self.both(0xD1D1D6, 0x3A3A3C)
        case .systemGray5: Self.both(0xE5E5EA, 0x2C2C2E)
        case .systemGray6: Self.both(0xF2F2F7, 0x1C1C1E)
        default: Self.both(0x8E8E93, 0x8E8E93)
        }
    }

    private var texts: Values {
        switch self {
        case .secondaryLabel: (Color(0x3C3C43, opacity: 0.6), Color(0xEBEBF5, opacity: 0.6), nil)
        case .tertiaryLabel: (Color(0x3C3C43, opacity: 0.3), Color(0xEBEBF5, opacity: 0.3), nil)
        default: Self.both(0x000000, 0xFFFFFF)
        }
    }

    private var surfaces: Values {
        switch self {
        case .separator: (Color(0x3C3C43, opacity: 0.29), Color(0x545458, opacity: 0.6), nil)
        case .secondarySystemBackground: Self.both(0xF2F2F7, 0x1C1C1E, elevated: 0x2C2C2E)
        case .systemGroupedBackground: Self.both(0xF2F2F7, 0x000000, elevated: 0x1C1C1E)
        default: Self.both(0xFFFFFF, 0x000000, elevated: 0x1C1C1E)
        }
    }

    private var fixed: Values {
        switch self {
        case .white: Self.both(0xFFFFFF, 0xFFFFFF)
        case .clear: (Color(0, opacity: 0), Color(0, opacity: 0), nil)
        default: Self.both(0x000000, 0x000000)
        }
    }

    private static func both(_ light: UInt32, _ dark: UInt32, elevated: UInt32? = nil) -> Values {
        (Color(light), Color(dark), elevated.map { Color($0) })
    }
}

extension Color {
    /// Reads `#RRGGBB`, `#RRGGBBAA` or the name of a system colour; `nil` for anything else.
    package init?(_ text: String, on traits: DeviceTraits) {
        if let color = SystemColor(rawValue: text) {
            self = color.color(on: traits)
            return
        }
        guard text.first == "#" else { return nil }
        let digits = text.dropFirst()
        guard digits.utf8.count == 6 || digits.utf8.count == 8,
            digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        if digits.utf8.count == 6 {
            self.init(value)
        } else {
            self.init(value >> 8, opacity: Double(value & 0xFF) / 255)
        }
    }
}

extension Background.Material {
    /// The colour that stands for the material over content: UIKit publishes none, so it is our
    /// own.
    func color(in appearance: DeviceTraits.Appearance) -> Color {
        switch (self, appearance) {
        case (.thin, .light): Color(0xF9F9F9, opacity: 0.72)
        case (.regular, .light): Color(0xF9F9F9, opacity: 0.84)
        case (.thin, .dark): Color(0x1C1C1E, opacity: 0.72)
        case (.regular, .dark): Color(0x1C1C1E, opacity: 0.84)
        }
    }
}
