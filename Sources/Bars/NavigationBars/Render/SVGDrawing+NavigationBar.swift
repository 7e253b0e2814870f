/// Bars with titles.
extension SVGDrawing {
    /// Draws a bar with all that it has, each part under the bar's id.
    mutating func draw(_ bar: NavigationBarLayout) {
        let id = bar.id
        group(id: id, bar.accessibility, opacity: bar.alpha)
        background(bar.background, id: id)
        area(bar.frame, id: "\(id).frame")
        if let separator = bar.separator {
            line(separator.frame, id: "\(id).separator", color: separator.color)
        }
        if let shadow = bar.shadowImage {
            image(shadow.name, frame: shadow.frame, caps: shadow.capInsets, id: "\(id).shadow")
        }
        if let prompt = bar.prompt { text(prompt, id: "\(id).prompt") }
        moving(from: bar) { drawing in
            if let title = bar.title { drawing.text(title, id: "\(id).title", isHeading: true) }
        }
        if let back = bar.back { draw(back, of: bar) }
        for button in bar.left + bar.right { draw(button, id: "\(id).\(button.id)") }
        if let control = bar.segmentedControl { draw(control, id: "\(id).segments") }
        if let field = bar.searchField { draw(field, of: bar) }
        writer.ascend("g")
    }

    /// Draws the parts that come in from the edge while screens move, as far as they have come.
    private mutating func moving(
        from bar: NavigationBarLayout, _ body: (inout SVGDrawing) -> Void
    ) {
        guard let transition else { return body(&self) }
        let way = bar.wayOfTitles * (1 - transition)
        writer.open("g")
        writer.literal(" transform=\"translate(")
        writer.number(bar.pushEdge == "left" ? -way : way)
        writer.literal(" 0)\"")
        writer.attribute("opacity", transition)
        writer.descend()
        body(&self)
        writer.ascend("g")
    }

    private mutating func draw(_ back: BackButtonLayout, of bar: NavigationBarLayout) {
        let id = "\(bar.id).back"
        let mask = transition == nil ? nil : back.transitionMask
        if let mask { self.mask(mask, of: back, in: bar, id: "\(id).mask") }
        writer.open("g", id: id)
        attributes(of: back.accessibility)
        if mask != nil { reference("mask", to: "\(id).mask") }
        writer.descend()
        if let glass = back.background { background(glass, id: id) }
        area(back.touch, id: "\(id).touch", isTouched: true)
        symbol(back.indicator, id: "\(id).indicator")
        if let label = back.label {
            moving(from: bar) { drawing in drawing.text(label, id: "\(id).label") }
        }
        if back.isFocused { focus(back.frame, id: id) }
        writer.ascend("g")
    }

    /// Writes a mask of the back button that hides all before its indicator, as the text runs. The
    /// app's image itself is not here: its place stands for it.
    private mutating func mask(
        _ image: String, of back: BackButtonLayout, in bar: NavigationBarLayout, id: String
    ) {
        let indicator = back.indicator.frame
        var seen = bar.frame
        if bar.pushEdge == "left" {
            seen.width = max(0, indicator.maxX - seen.x)
        } else {
            seen.width = max(0, seen.maxX - indicator.x)
            seen.x = indicator.x
        }
        writer.open("mask", id: id)
        writer.attribute("maskUnits", "userSpaceOnUse")
        writer.attributes(bar.frame)
        writer.descend()
        writer.open("rect")
        writer.attributes(seen)
        writer.attribute("fill", Color(0xFFFFFF))
        writer.attribute("data-image", image)
        writer.close()
        writer.ascend("mask")
    }

    /// Draws a button, its symbol or its words.
    mutating func draw(_ button: BarButtonLayout, id: String) {
        guard let accessibility = button.accessibility else {
            area(button.frame, id: id)
            return
        }
        group(id: id, accessibility)
        if let glass = button.background { background(glass, id: id) }
        area(button.touch, id: "\(id).touch", isTouched: true)
        if let icon = button.icon { symbol(icon, id: "\(id).icon") }
        if let label = button.label { text(label, id: "\(id).label") }
        if button.isFocused { focus(button.frame, id: id) }
        writer.ascend("g")
    }

    private mutating func draw(_ field: SearchFieldLayout, of bar: NavigationBarLayout) {
        let id = "\(bar.id).search"
        group(id: id, field.accessibility)
        rectangle(field.frame, id: "\(id).track", fill: ink.track, cornerRadius: 10)
        area(field.frame, id: "\(id).touch", isTouched: true)
        symbol(field.icon, id: "\(id).icon")
        if let label = field.label { text(label, id: "\(id).label") }
        if field.isFocused { focus(field.frame, id: id) }
        writer.ascend("g")
        guard let cancel = field.cancel else { return }
        let cancelID = "\(bar.id).cancelSearch"
        group(id: cancelID, AccessibilityElement(.button, label: cancel.whole, traits: [.button]))
        if let touch = field.cancelTouch { area(touch, id: "\(cancelID).touch", isTouched: true) }
        text(cancel, id: "\(cancelID).label")
        if field.isCancelFocused { focus(cancel.frame, id: cancelID) }
        writer.ascend("g")
    }

    private mutating func draw(_ control: SegmentedControlLayout, id: String) {
        writer.open("g", id: id)
        writer.attribute("role", "radiogroup")
        writer.descend()
        let radius = control.frame.height * Self.segmentRadius
        rectangle(control.frame, id: "\(id).track", fill: ink.track, cornerRadius: radius)
        for (index, segment) in control.segments.enumerated() {
            let isChosen = index == control.selected
            writer.open("g", id: "\(id).\(index)")
            writer.attribute("role", "radio")
            writer.attribute("aria-checked", isChosen ? "true" : "false")
            writer.attribute("aria-label", segment.label.whole)
            writer.descend()
            area(segment.frame, id: "\(id).\(index).touch", isTouched: true)
            if isChosen {
                let gap = Insets(top: 2, left: 2, bottom: 2, right: 2)
                rectangle(
                    segment.frame.inset(by: gap), id: "\(id).thumb", fill: ink.thumb,
                    cornerRadius: max(0, radius - gap.top))
            }
            text(segment.label, id: "\(id).\(index).label")
            writer.ascend("g")
        }
        writer.ascend("g")
    }

    /// The corners of a control as a part of its height: 9 of 32 points (UIKit; not described).
    private static let segmentRadius = 9.0 / 32
}

extension NavigationBarLayout {
    /// The distance that title and back button's words come from: half of the bar, but no further
    /// than to the buttons on their way, which stand still. It is the same for both, so that one
    /// never crosses the other.
    fileprivate var wayOfTitles: Double {
        let buttons = (left + right).filter { $0.accessibility != nil }.map(\.frame)
        let words = [titleMode == .large ? nil : title?.frame, back?.label?.frame]
        return words.compactMap(\.self).reduce(frame.width / 2) { way, words in
            buttons.reduce(way) { way, button in
                let isAhead = pushEdge == "left" ? button.midX < words.x : button.midX > words.maxX
                let room = pushEdge == "left" ? words.x - button.maxX : button.x - words.maxX
                return isAhead ? min(way, max(0, room)) : way
            }
        }
    }
}
