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

    /// The colours in light or dark.
    init(_ appearance: DeviceTraits.Appearance) {
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

    /// The thickness of a hairline, in points: that of a bar's separator.
    static let hairlineWidth = 0.33
}
