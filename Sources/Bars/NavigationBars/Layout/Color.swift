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
