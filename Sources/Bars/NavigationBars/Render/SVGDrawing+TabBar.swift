/// Bars of tabs.
extension SVGDrawing {
    /// Draws a bar with its slots, each under its own id.
    mutating func draw(_ bar: TabBarLayout, id: String) {
        group(id: id, bar.accessibility)
        background(bar.background, id: id)
        area(bar.frame, id: "\(id).frame")
        if let separator = bar.separator {
            line(separator.frame, id: "\(id).separator", color: separator.color)
        }
        for item in bar.items { draw(item) }
        if let button = bar.sidebarButton { draw(button, id: button.id) }
        if let control = bar.accessoryControl { draw(control, of: bar) }
        writer.ascend("g")
    }

    private mutating func draw(_ control: AccessoryControl, of bar: TabBarLayout) {
        let id = AccessoryControl.id
        group(id: id, control.accessibility)
        if let background = bar.accessoryBackground { self.background(background, id: id) }
        area(control.touch, id: "\(id).touch", isTouched: true)
        if let label = bar.accessory { text(label, id: "\(id).label") }
        if control.isFocused { focus(control.touch, id: id) }
        writer.ascend("g")
    }

    private mutating func draw(_ item: TabItemLayout) {
        let id = item.id
        group(id: id, item.accessibility)
        area(item.frame, id: "\(id).frame")
        area(item.touch, id: "\(id).touch", isTouched: true)
        if let background = item.background { self.background(background, id: id) }
        if let marker = item.marker {
            rectangle(
                marker.frame, id: "\(id).marker", fill: marker.color,
                cornerRadius: marker.cornerRadius)
        }
        if let icon = item.icon { symbol(icon, id: "\(id).icon") }
        if let label = item.label { text(label, id: "\(id).label") }
        if let badge = item.badge { draw(badge, id: "\(id).badge") }
        if item.isFocused { focus(item.frame, id: id) }
        writer.ascend("g")
    }

    /// Draws the large content viewer, which a screen reader does not speak: it has the element.
    mutating func draw(_ viewer: LargeContentViewer) {
        writer.open("g", id: "largeContent")
        writer.attribute("aria-hidden", "true")
        writer.descend()
        background(viewer.background, id: "largeContent")
        if let icon = viewer.icon { symbol(icon, id: "largeContent.icon") }
        if let label = viewer.label { text(label, id: "largeContent.label") }
        writer.ascend("g")
    }

    /// Draws a badge: a pill with its text, or a dot.
    mutating func draw(_ badge: BadgeLayout, id: String) {
        if let label = badge.label {
            writer.open("rect", id: id)
            writer.attributes(badge.frame)
            writer.attribute("rx", badge.cornerRadius)
            ends(badge)
            text(label, id: "\(id).label")
        } else {
            writer.open("circle", id: id)
            writer.attribute("cx", badge.frame.midX)
            writer.attribute("cy", badge.frame.midY)
            writer.attribute("r", badge.frame.width / 2)
            ends(badge)
        }
    }

    private mutating func ends(_ badge: BadgeLayout) {
        writer.attribute("fill", badge.fill)
        if badge.opacity != 1 { writer.attribute("opacity", badge.opacity) }
        if badge.borderWidth > 0 {
            writer.attribute("stroke", badge.border)
            writer.attribute("stroke-width", badge.borderWidth)
        }
        writer.close()
    }
}
