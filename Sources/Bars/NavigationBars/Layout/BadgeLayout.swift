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
    /// Places a badge with its upper left corner at `origin`: a pill, or a dot if there is nothing
    /// to read. A text that would make it wider than `room` is truncated, with an ellipsis. The
    /// line around it is white in light, as the description of the tab bar says; in dark it has the
    /// colour of the background, from which it parts the badge and the icon alike.
    init(_ text: String, at origin: Point, room: Double, opacity: Double, on traits: DeviceTraits) {
        let metrics = BadgeMetrics.on(traits)
        let (line, size) = metrics.measure(text, room: room)
        let frame = Rect(
            x: max(0, origin.x), y: max(0, origin.y), width: size.width, height: size.height)
        let fill =
            traits.isMaterial ? traits.scheme.error : SystemColor.systemRed.color(on: traits)
        // White, as described, unless more contrast is wanted than it has on the red of dark.
        let isBlack = traits.increasesContrast && fill.contrast(with: Color(0xFFFFFF)) < 4.5
        let white = isBlack ? SystemColor.black : .white
        let color = traits.isMaterial ? traits.scheme.onError : white.color(on: traits)
        self.init(
            frame: frame, cornerRadius: size.height / 2,
            fill: fill,
            border: SystemColor.systemBackground.color(on: traits),
            borderWidth: metrics.borderWidth, opacity: opacity,
            label: TextElement(
                line: line,
                at: Point(x: frame.midX, y: frame.midY + metrics.font.baselineBelowMiddle),
                anchor: .middle, room: .infinity, font: metrics.font, color: color, opacity: opacity
            ),
            appearMotion: Motion(
                .scaleAndFade, duration: 0.3, isSpring: true, scaleFrom: 0),
            updateMotion: Motion(.scaleBounce, duration: 0.2))
    }
}
