internal import NavigationText

/// A strip of the screen that is filled in the direction of reading: distances count from its
/// leading edge, which is the right one where text runs from right to left.
struct ReadingLine: Hashable {
    /// The strip.
    let bounds: Rect
    /// A Boolean value indicating whether text runs from right to left.
    let isRightToLeft: Bool

    /// Returns a rectangle `width` wide from a distance on, of the strip's height or in its middle.
    func frame(at start: Double, width: Double, height: Double? = nil) -> Rect {
        let frame = Rect(
            x: bounds.x + start, y: bounds.midY - (height ?? bounds.height) / 2, width: width,
            height: height ?? bounds.height)
        return isRightToLeft ? frame.mirrored(in: bounds) : frame
    }

    /// Returns a text that begins at a distance, at most `room` wide, in the middle of the strip's
    /// height or with its baseline at `baseline`.
    func text(
        _ text: String, at start: Double, room: Double, font: Font, color: Color,
        opacity: Double = 1, baseline: Double? = nil
    ) -> TextElement? {
        let place = Point(
            x: isRightToLeft ? bounds.maxX - start : bounds.x + start,
            y: baseline ?? bounds.midY + font.baselineBelowMiddle)
        return TextElement(
            line: text, at: place, anchor: isRightToLeft ? .end : .start, room: room, font: font,
            color: color, opacity: opacity)
    }

    /// Returns a symbol in a square in the middle of the strip's height.
    func symbol(
        _ name: String, at start: Double, size: Double, color: Color, opacity: Double = 1,
        weight: Font.Weight = .medium, isMirrored: Bool? = nil
    ) -> SymbolElement {
        SymbolElement(
            name.printable, frame: frame(at: start, width: size, height: size), color: color,
            weight: weight, opacity: opacity,
            isMirrored: isRightToLeft && (isMirrored ?? Self.pointsAlong(name)))
    }

    /// Returns a Boolean value indicating whether a symbol points along the text, so that it is
    /// drawn mirrored from right to left.
    private static func pointsAlong(_ name: String) -> Bool {
        name.contains(".backward") || name.contains(".forward")
    }
}
