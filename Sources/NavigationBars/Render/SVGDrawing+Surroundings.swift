/// What a system draws around an app: quiet, and no part of the layout.
extension SVGDrawing {
    /// The time at the left and the battery at the right; high status bars have room between a
    /// camera and the corners of the screen, where both stand in the middle.
    mutating func statusBar(_ frame: Rect, on traits: DeviceTraits) {
        let isHigh = frame.height >= 40
        let size = isHigh ? 16.0 : 12
        let inset = isHigh ? frame.width * 0.155 : 14 + size
        let middle = isHigh ? frame.y + frame.height * 0.58 : frame.midY
        let time = Rect(x: frame.x + inset - 20, y: middle - 8, width: 40, height: 16)
        text(
            TextElement(
                "9:41", frame: time, baseline: Point(x: time.midX, y: middle + size * 0.36),
                anchor: .middle, font: Font(weight: .semibold, size: size), color: ink.text),
            id: "surroundings.time")
        let battery = Rect(
            x: frame.maxX - inset - 12, y: middle - 5.5, width: 22, height: 11)
        writer.open("rect", id: "surroundings.battery")
        writer.attributes(battery)
        writer.attribute("rx", 3)
        writer.attribute("fill", "none")
        writer.attribute("stroke", ink.text)
        writer.attribute("stroke-opacity", 0.4)
        writer.close()
        rectangle(
            battery.inset(by: Insets(top: 2, left: 2, bottom: 2, right: 2)),
            id: "surroundings.charge", fill: ink.text, cornerRadius: 1.5)
    }

    /// The bar that people swipe up: 139 of 393 points wide and 5 high, 8 above the edge (iOS; not
    /// described).
    mutating func homeIndicator(on screen: Rect, of traits: DeviceTraits) {
        let width = min(screen.width, screen.height) * 0.354
        let height = 5.0
        let gap = min(8, traits.safeArea.bottom / 2 - height / 2)
        rectangle(
            Rect(
                x: screen.midX - width / 2, y: screen.maxY - gap - height, width: width,
                height: height),
            id: "surroundings.homeIndicator", fill: ink.text, cornerRadius: height / 2)
    }
}
