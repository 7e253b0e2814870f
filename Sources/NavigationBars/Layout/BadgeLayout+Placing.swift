extension BadgeLayout {
    /// The smallest diameter, that of one digit. The description of the tab bar.
    static let minimumDiameter: Double = 18
    /// What stays free before and after the text. The description of the tab bar.
    static let padding: Double = 5
    /// The diameter of a badge without text. The description of the tab bar.
    static let dotDiameter: Double = 6
    /// From the upper corner of the icon after the text to that of the badge before it. The description of
    /// the tab bar, where the badge stands at the icon's top right.
    static let offset = Point(x: -8, y: -4)
    /// The font of its text. The description of the tab bar.
    static let font = Font(size: 13)

    /// A badge at an icon's upper right corner: a pill, or a dot if the text is empty. What is wider
    /// than `room` is cut, and the pill stays left of `edge`.
    init(
        _ text: String, at icon: Rect, room: Double, edge: Double, on traits: DeviceTraits,
        opacity: Double
    ) {
        let origin = Point(x: icon.maxX + Self.offset.x, y: icon.y + Self.offset.y)
        self.init(text, room: room, on: traits, opacity: opacity) { size in
            Point(x: max(0, min(origin.x, edge - size.width)), y: max(0, origin.y))
        }
    }

    /// A badge that ends at `edge`, with its middle at `midY`: in the row of a list.
    init(
        _ text: String, endingAt edge: Double, midY: Double, room: Double, on traits: DeviceTraits,
        opacity: Double
    ) {
        self.init(text, room: room, on: traits, opacity: opacity) { size in
            Point(x: max(0, edge - size.width), y: max(0, midY - size.height / 2))
        }
    }

    private init(
        _ text: String, room: Double, on traits: DeviceTraits, opacity: Double,
        origin: (Size) -> Point
    ) {
        let font = Self.font
        let line = TextMetrics.cut(text, to: max(0, room - 2 * Self.padding), in: font)
        // A text that has no room for even an ellipsis still says that there is one: by the circle.
        let isDot = text.printable.allSatisfy(\.isWhitespace)
        let height = isDot ? Self.dotDiameter : Self.minimumDiameter
        // The padding is for several digits: one of any width stays in a circle.
        let padding = line.text.count > 1 ? 2 * Self.padding : 0
        let width = isDot ? height : max(height, line.width + padding)
        let origin = origin(Size(width: width, height: height))
        let frame = Rect(x: origin.x, y: origin.y, width: width, height: height)
        let white = SystemColor.white.color(on: traits)
        self.init(
            frame: frame, cornerRadius: height / 2, fill: SystemColor.systemRed.color(on: traits),
            border: white, borderWidth: 1, opacity: opacity,
            label: isDot
                ? nil
                : TextElement(
                    line: line.text,
                    at: Point(x: frame.midX, y: frame.midY + font.baselineBelowMiddle),
                    anchor: .middle, room: .infinity, font: font, color: white, opacity: opacity),
            appearMotion: Motion(.scaleAndFade, duration: 0.3, isSpring: true),
            updateMotion: Motion(.scaleBounce, duration: 0.2))
    }
}
