internal import NavigationText

/// The lengths and the font of a badge on a platform, in points.
struct BadgeMetrics: Hashable, Sendable {
    /// The smallest diameter, that of one digit, and the height.
    let minimumDiameter: Double
    /// The padding before and after several characters.
    let padding: Double
    /// The diameter of a badge without text.
    let dotDiameter: Double
    /// The offset from the upper corner of the icon after the text to that of a pill before it.
    let pillOffset: Point
    /// The same of a dot.
    let dotOffset: Point
    /// The part of an icon's height that a pill covers at most.
    let coveredHeight: Double
    /// The thickness of the line around it.
    let borderWidth: Double
    /// The font of its text.
    let font: Font

    /// UIKit's, by the description of the tab bar: a circle of 18 with 5 points beside longer text,
    /// at (-8, -4) of the icon of 25, with a line of 1. A lower icon is covered as far in
    /// proportion. The place of a dot is our own: with the offset of a pill it would float beside
    /// the strokes of most symbols.
    static let uiKit = BadgeMetrics(
        minimumDiameter: 18, padding: 5, dotDiameter: 6, pillOffset: Point(x: -8, y: -4),
        dotOffset: Point(x: -8, y: 1), coveredHeight: 14.0 / 25, borderWidth: 1,
        font: Font(size: 13))

    /// Material 3's (`BadgeTokens`, and the offsets of `Badge.kt` in `androidx.compose.material3`
    /// 1.3): 16 points high with 4 beside longer text, 12 points before the icon's end and 14 below
    /// its top; a dot of 6 in the corner itself; no line around either.
    static let material = BadgeMetrics(
        minimumDiameter: 16, padding: 4, dotDiameter: 6, pillOffset: Point(x: -12, y: -2),
        dotOffset: Point(x: -6, y: 0), coveredHeight: 14.0 / 24, borderWidth: 0,
        font: MaterialFont.labelSmall)

    /// Returns the metrics on a device.
    static func on(_ traits: DeviceTraits) -> BadgeMetrics {
        traits.isMaterial ? .material : .uiKit
    }

    /// Returns the offset of a badge from the upper corner of its icon: it never covers more of that
    /// than its corner.
    func offset(of text: String, icon: Rect) -> Point {
        guard !Self.isDot(text) else { return dotOffset }
        return Point(
            x: pillOffset.x,
            y: min(pillOffset.y, icon.height * coveredHeight - minimumDiameter))
    }

    /// Returns the size of a badge.
    func size(of text: String, room: Double) -> Size { measure(text, room: room).size }

    /// Returns the text as it is drawn, with an ellipsis where it would be wider than `room`, and
    /// the size of the badge.
    func measure(_ text: String, room: Double) -> (line: String, size: Size) {
        guard !Self.isDot(text) else { return ("", Size(width: dotDiameter, height: dotDiameter)) }
        let line = TextMetrics.truncate(text, to: max(0, room - 2 * padding), in: font)
        // The padding is for several digits: one of any width stays in the circle.
        let padding = line.text.count > 1 ? 2 * self.padding : 0
        let width = max(minimumDiameter, line.width + padding)
        return (line.text, Size(width: width, height: minimumDiameter))
    }

    private static func isDot(_ text: String) -> Bool {
        text.printable.allSatisfy(\.isWhitespace)
    }
}
