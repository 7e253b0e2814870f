extension SystemColor {
    /// Returns the colour that differs more from its background, as people can wish; `nil` for those
    /// that stay. The hues and grays are UIKit's published ones (Human Interface Guidelines, system
    /// colours, accessible); of texts and lines they publish none, so those are our own: opaque.
    func contrasting(in appearance: DeviceTraits.Appearance) -> Color? {
        guard let (light, dark) = contrasting else { return nil }
        return Color(appearance == .light ? light : dark)
    }

    private var contrasting: (UInt32, UInt32)? {
        switch self {
        case .systemRed: (0xD70015, 0xFF6961)
        case .systemOrange: (0xC93400, 0xFFB340)
        case .systemYellow: (0xB25000, 0xFFD426)
        case .systemGreen: (0x248A3D, 0x30DB5B)
        case .systemMint: (0x0C817B, 0x66D4CF)
        case .systemTeal: (0x008299, 0x5DE6FF)
        case .systemCyan: (0x0071A4, 0x70D7FF)
        case .systemBlue: (0x0040DD, 0x409CFF)
        case .systemIndigo: (0x3634A3, 0x7D7AFF)
        case .systemPurple: (0x8944AB, 0xDA8FFF)
        case .systemPink: (0xD30F45, 0xFF6482)
        case .systemBrown: (0x7F6545, 0xB59469)
        case .systemGray: (0x6C6C70, 0xAEAEB2)
        case .systemGray2: (0x8E8E93, 0x7C7C80)
        case .systemGray3: (0xAEAEB2, 0x545456)
        case .systemGray4: (0xBCBCC0, 0x444446)
        case .systemGray5: (0xD8D8DC, 0x363638)
        case .systemGray6: (0xEBEBF0, 0x242426)
        case .secondaryLabel: (0x55555A, 0xBEBEC4)
        case .tertiaryLabel: (0x6C6C70, 0xAEAEB2)
        case .separator: (0x8E8E93, 0x7C7C80)
        case .label, .systemBackground, .secondarySystemBackground, .systemGroupedBackground,
            .white, .black, .clear:
            nil
        }
    }
}

/// Contrast as the Web Content Accessibility Guidelines 2.2 define it.
extension Color {
    /// The relative luminance, 0 to 1, of the colour without its opacity.
    package var luminance: Double {
        func linear(_ component: UInt8) -> Double {
            let value = Double(component) / 255
            return value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast with another colour, 1 to 21, both opaque.
    package func contrast(with other: Color) -> Double {
        let (first, second) = (luminance, other.luminance)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns the colour seen over an opaque one, with a further opacity.
    package func over(_ below: Color, opacity further: Double = 1) -> Color {
        let part = opacity * further
        func mixed(_ upper: UInt8, _ lower: UInt8) -> UInt8 {
            UInt8((Double(upper) * part + Double(lower) * (1 - part)).rounded().bounded(by: 255))
        }
        return Color(
            red: mixed(red, below.red), green: mixed(green, below.green),
            blue: mixed(blue, below.blue))
    }

    /// Returns a number from 0 to 1 to the power of 2.4, by its fifth root: x² · (x^0.2)².
    private static func power(_ number: Double) -> Double {
        guard number > 0 else { return 0 }
        var root = 1.0
        // Newton's method for the fifth root; from 1 it falls to it within these steps.
        for _ in 0..<40 {
            root -=
                (root * root * root * root * root - number)
                / (5 * root * root * root * root)
        }
        return number * number * root * root
    }
}
