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
