/// Groups with attributes for screen readers, and the backgrounds of bars.
extension SVGDrawing {
    /// Begins a group with its role, label and state. ``SVGWriter/ascend(_:)`` ends it. The
    /// identifier for tests is its id, as far as it can be one; the layout's is `data-element`
    /// then.
    mutating func group(
        id: String, _ accessibility: AccessibilityElement?, opacity: Double = 1
    ) {
        if let identifier = accessibility?.identifier, identifiers.take(identifier) {
            writer.open("g", id: identifier)
            writer.attribute("data-element", id)
        } else {
            writer.open("g", id: id)
        }
        if let accessibility { attributes(of: accessibility) }
        if opacity != 1 { writer.attribute("opacity", opacity) }
        writer.descend()
    }

    mutating func attributes(of element: AccessibilityElement) {
        switch element.role {
        case .tabBar: writer.attribute("role", "tablist")
        case .tab:
            writer.attribute("role", "tab")
            writer.attribute(
                "aria-selected", element.traits.contains(.selected) ? "true" : "false")
        case .navigationBar: writer.attribute("role", "navigation")
        case .heading: writer.attribute("role", "heading")
        case .backButton, .button: writer.attribute("role", "button")
        case .dialog:
            writer.attribute("role", "dialog")
            writer.attribute("aria-modal", "true")
        case .row:
            writer.attribute("role", element.traits.contains(.button) ? "button" : "listitem")
        case .searchField: writer.attribute("role", "searchbox")
        case .text: break
        }
        writer.attribute("aria-label", element.label)
        if let value = element.value { writer.attribute("aria-description", value) }
        if element.traits.contains(.notEnabled) { writer.attribute("aria-disabled", "true") }
        if let identifier = element.identifier { writer.attribute("data-testid", identifier) }
    }

    /// Draws the background of a bar; nothing if there is none. One that floats has a shadow.
    mutating func background(_ background: Background, id: String) {
        let id = "\(id).background"
        switch background.kind {
        case .none: return
        case .image:
            image(background.image ?? "", frame: background.frame, caps: Insets(), id: id)
        case .translucent, .opaque:
            let floats = background.cornerRadius > 0
            if floats { filter(id: "\(id).shadow", color: ink.shadow, x: 0, y: 4, blur: 8) }
            writer.open("rect", id: id)
            writer.attributes(background.frame)
            if floats {
                writer.attribute("rx", background.cornerRadius)
                reference("filter", to: "\(id).shadow")
            }
            writer.attribute("fill", background.color)
            if let material = background.material {
                writer.attribute("data-material", material.rawValue)
            }
            writer.close()
        }
    }

    /// Draws the place of an image of the app's own, with its name. The edges that are not
    /// stretched are shaded, as wide as they stay.
    mutating func image(_ name: String, frame: Rect, caps: Insets, id: String) {
        writer.open("g", id: id)
        writer.attribute("role", "img")
        writer.attribute("aria-label", name)
        writer.descend()
        writer.open("rect", id: "\(id).image")
        writer.attributes(frame)
        writer.attribute("fill", ink.track)
        writer.attribute("data-image", name)
        writer.close()
        let edges = [
            ("left", Rect(x: frame.x, y: frame.y, width: caps.left, height: frame.height)),
            (
                "right",
                Rect(
                    x: frame.maxX - caps.right, y: frame.y, width: caps.right,
                    height: frame.height)
            ),
            ("top", Rect(x: frame.x, y: frame.y, width: frame.width, height: caps.top)),
            (
                "bottom",
                Rect(
                    x: frame.x, y: frame.maxY - caps.bottom, width: frame.width,
                    height: caps.bottom)
            ),
        ]
        for (edge, frame) in edges where frame.width > 0 && frame.height > 0 {
            rectangle(frame, id: "\(id).cap.\(edge)", fill: ink.track)
        }
        if frame.height >= Self.nameHeight { caption(name, in: frame, id: "\(id).name") }
        writer.ascend("g")
    }

    /// The least height that has room for the name of an image, in points.
    private static let nameHeight = 14.0

    private mutating func caption(_ name: String, in frame: Rect, id: String) {
        let font = Font(size: 9)
        let baseline = Point(x: frame.x + 6, y: frame.y + 10)
        text(
            TextElement(
                name, frame: frame, baseline: baseline, anchor: .start, font: font,
                color: ink.text, opacity: 0.4),
            id: id)
    }
}

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
