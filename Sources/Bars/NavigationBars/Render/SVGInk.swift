/// The colours of a picture that the layout does not define, as UIKit has them.
struct SVGInk: Hashable, Sendable {
    /// The colour of the time and the home indicator: UIKit's `label`.
    let text: Color
    /// The colour of the lines between rows and panes: UIKit's `separator`.
    let hairline: Color
    /// The colour behind segments: UIKit's `tertiarySystemFill`.
    let track: Color
    /// The colour behind the chosen segment: UIKit's.
    let thumb: Color
    /// The colour of the shadow of a floating bar.
    let shadow: Color
    /// The colour of the ring around an element that has the focus: UIKit's `systemBlue`.
    let focus: Color

    /// The colours on a device.
    init(_ traits: DeviceTraits) {
        if traits.isMaterial {
            self.init(material: traits.scheme, traits.appearance)
        } else {
            self.init(traits.appearance)
        }
    }

    private init(material scheme: MaterialScheme, _ appearance: DeviceTraits.Appearance) {
        text = scheme.onSurface
        hairline = scheme.outlineVariant
        track = scheme.surfaceContainerHigh
        thumb = scheme.secondaryContainer
        shadow = Color(0x000000, opacity: appearance == .light ? 0.14 : 0.5)
        focus = scheme.primary
    }

    private init(_ appearance: DeviceTraits.Appearance) {
        switch appearance {
        case .light:
            text = Color(0x000000)
            hairline = Color(0x3C3C43, opacity: 0.29)
            track = Color(0x767680, opacity: 0.12)
            thumb = Color(0xFFFFFF)
            shadow = Color(0x000000, opacity: 0.14)
            focus = Color(0x007AFF)
        case .dark:
            text = Color(0xFFFFFF)
            hairline = Color(0x545458, opacity: 0.6)
            track = Color(0x767680, opacity: 0.24)
            thumb = Color(0x636366)
            shadow = Color(0x000000, opacity: 0.5)
            focus = Color(0x0A84FF)
        }
    }

    /// The colour of the room around a headset's window: our own.
    static let room = Color(0x8B8378)

    /// The thickness of a hairline, in points: that of a bar's separator.
    static let hairlineWidth = 0.33
}

/// The families that a text is drawn in: the one that is described where it is installed, else free
/// ones that the widths of the layout were measured with.
enum SVGFont {
    /// The family of texts without one of their own.
    static let standard = "SF Pro"

    /// Returns a list for `font-family`: the family, then Inter, and Noto for Korean and Arabic.
    static func list(of family: String) -> String {
        // A name of letters, digits, spaces and hyphens can't leave its quotes.
        let name = family.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        return name.isEmpty ? fallbacks : "'\(name)', \(fallbacks)"
    }

    private static let fallbacks =
        "Inter, 'Noto Sans KR', 'Noto Sans CJK KR', 'Noto Sans Arabic', sans-serif"

    /// Returns a weight as a number for `font-weight`.
    static func number(of weight: Font.Weight) -> Double {
        switch weight {
        case .regular: 400
        case .medium: 500
        case .semibold: 600
        case .bold: 700
        }
    }
}
