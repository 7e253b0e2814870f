/// Surroundings that a system draws around an app: quiet, and no part of the layout. The places are
/// those of the systems, as near as a picture needs.
extension SVGDrawing {
    /// Draws the time at the leading edge and the battery at the other. A high status bar leaves
    /// its middle to a camera, and both stand in the middle of the room beside it.
    mutating func statusBar(_ frame: Rect, on traits: DeviceTraits) {
        let isHigh = frame.height >= 40
        let size = isHigh ? 16.0 : 12
        let inset = isHigh ? frame.width * 0.155 : 30
        let middle = isHigh ? frame.height * 0.64 : frame.height / 2
        var time = Rect(x: inset - 20, y: middle - size / 2, width: 40, height: size)
        var battery = Rect(x: frame.width - inset - 11, y: middle - 5.5, width: 22, height: 11)
        if traits.isRightToLeft {
            time = time.mirrored(in: frame)
            battery = battery.mirrored(in: frame)
        }
        let font = Font(weight: .semibold, size: size)
        let baseline = Point(x: time.midX, y: middle + font.baselineBelowMiddle)
        text(
            TextElement(
                "9:41", frame: time, baseline: baseline, anchor: .middle, font: font,
                color: ink.text),
            id: "surroundings.time")
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

    /// Draws the buttons of a Mac's window, 12 wide and 20 apart as AppKit has them (not described).
    mutating func windowControls(on traits: DeviceTraits) {
        for (index, color) in [0xFF5F57, 0xFEBC2E, 0x28C840].enumerated() {
            var frame = Rect(x: 14 + Double(index) * 20, y: 20, width: 12, height: 12)
            if traits.isRightToLeft { frame.mirror(in: traits.screen) }
            rectangle(
                frame, id: "surroundings.window.\(index)", fill: Color(UInt32(color)),
                cornerRadius: frame.height / 2)
        }
    }

    /// Draws the hole for the camera, which no content shows through: an iPhone's island, 126 × 37
    /// and 11 below the upper edge, as others have measured it, which turns with the device; a round
    /// hole of 12 in the middle of the status bar.
    mutating func cutout(_ cutout: Cutout, on screen: Rect, status: Rect) {
        let frame: Rect
        switch cutout {
        case .island where screen.width > screen.height:
            frame = Rect(x: 11, y: screen.midY - 63, width: 37, height: 126)
        case .island: frame = Rect(x: screen.midX - 63, y: 11, width: 126, height: 37)
        case .hole: frame = Rect(x: screen.midX - 6, y: status.midY - 6, width: 12, height: 12)
        }
        rectangle(
            frame, id: "surroundings.cutout", fill: Color(0x000000),
            cornerRadius: min(frame.width, frame.height) / 2)
    }

    /// Draws the bar that people swipe up from the lower edge: long and 8 points above it on
    /// Apple's devices, short and in the middle of the free room on Android's.
    mutating func homeIndicator(on screen: Rect, of traits: DeviceTraits) {
        let isAndroid = traits.platform.system == .android
        let width = isAndroid ? 108 : min(screen.width, screen.height) * 0.354
        let height = isAndroid ? 4.0 : 5
        let middle = traits.safeArea.bottom / 2 - height / 2
        let gap = isAndroid ? middle : min(8, middle)
        rectangle(
            Rect(
                x: screen.midX - width / 2, y: screen.maxY - gap - height, width: width,
                height: height),
            id: "surroundings.homeIndicator", fill: ink.text, cornerRadius: height / 2)
    }
}
