internal import NavigationText

/// A badge, laid out.
package struct BadgeLayout: Hashable, Sendable, Encodable {
    /// The pill or dot.
    package var frame: Rect
    /// The radius of its corners.
    package var cornerRadius: Double
    /// The colour of the fill.
    package var fill: Color
    /// The colour of the line around it.
    package var border: Color
    /// The thickness of the line, in points.
    package var borderWidth: Double
    /// The opacity of the whole badge.
    package var opacity: Double
    /// The text; `nil` for a dot.
    package var label: TextElement?
    /// The motion when it appears where there was none.
    package var appearMotion: Motion
    /// The motion when its text changes.
    package var updateMotion: Motion
}

extension BadgeLayout {
    /// The smallest diameter, that of one digit. The description of the tab bar.
    static let minimumDiameter: Double = 18
    /// The padding before and after the text. The description of the tab bar.
    static let padding: Double = 5
    /// The diameter of a badge without text. The description of the tab bar.
    static let dotDiameter: Double = 6
    /// The offset from the upper corner of the icon after the text to that of the badge before it.
    /// The description of the tab bar, where the badge stands at the icon's top right.
    static let offset = Point(x: -8, y: -4)
    /// The thickness of the line around it. The description of the tab bar.
    static let borderWidth: Double = 1
    /// The font of its text. The description of the tab bar.
    static let font = Font(size: 13)

    /// Places a badge with its upper left corner at `origin`: a pill, or a dot if there is nothing
    /// to read. A text that would make it wider than `room` is truncated, with an ellipsis.
    init(_ text: String, at origin: Point, room: Double, opacity: Double, on traits: DeviceTraits) {
        let (line, size) = Self.measure(text, room: room)
        let frame = Rect(
            x: max(0, origin.x), y: max(0, origin.y), width: size.width, height: size.height)
        let white = SystemColor.white.color(on: traits)
        self.init(
            frame: frame, cornerRadius: size.height / 2,
            fill: SystemColor.systemRed.color(on: traits), border: white,
            borderWidth: Self.borderWidth, opacity: opacity,
            label: TextElement(
                line: line, at: Point(x: frame.midX, y: frame.midY + Self.font.baselineBelowMiddle),
                anchor: .middle, room: .infinity, font: Self.font, color: white, opacity: opacity),
            appearMotion: Motion(
                .scaleAndFade, duration: 0.3, isSpring: true, scaleFrom: 0),
            updateMotion: Motion(.scaleBounce, duration: 0.2))
    }

    /// Returns the size of a badge.
    static func size(of text: String, room: Double) -> Size { measure(text, room: room).size }

    private static func measure(_ text: String, room: Double) -> (line: String, size: Size) {
        guard !text.printable.allSatisfy(\.isWhitespace) else {
            return ("", Size(width: dotDiameter, height: dotDiameter))
        }
        let line = TextMetrics.truncate(text, to: max(0, room - 2 * padding), in: font)
        // The padding is for several digits: one of any width stays in the circle.
        let padding = line.text.count > 1 ? 2 * Self.padding : 0
        let width = max(minimumDiameter, line.width + padding)
        return (line.text, Size(width: width, height: minimumDiameter))
    }
}
