/// Content between the bars, and modals.
extension SVGDrawing {
    /// Draws rows, panes, the place of a screen, or the dots of its pages.
    mutating func draw(_ content: ContentLayout, id: String) {
        writer.open("g", id: id)
        writer.descend()
        area(content.frame, id: "\(id).frame")
        rows(content.rows, id: id)
        for (index, pane) in content.panes.enumerated() {
            draw(pane, id: "\(id).pane.\(pane.id)", isFirst: index == 0)
        }
        if let placeholder = content.placeholder {
            lines(below: placeholder, in: content.frame, id: "\(id).lines")
            text(placeholder, id: "\(id).placeholder")
        }
        for child in content.children {
            let id = "\(id).child.\(child.id)"
            writer.open("g", id: id)
            writer.attribute("role", "region")
            writer.attribute("aria-label", child.label?.whole ?? child.id)
            writer.descend()
            rectangle(child.frame, id: "\(id).frame", fill: ink.track, cornerRadius: 10)
            if let label = child.label { text(label, id: "\(id).label") }
            writer.ascend("g")
        }
        if let count = content.pageCount, count > 1 {
            dots(count, current: content.page ?? 0, in: content.frame, id: "\(id).page")
        }
        writer.ascend("g")
    }

    /// Draws what stands for content that a scene does not describe: paragraphs of lines, as wide as
    /// words would be, below its name. Nothing that a screen reader speaks.
    private mutating func lines(below name: TextElement, in frame: Rect, id: String) {
        let step = 22.0
        let isRightToLeft = name.anchor == .end
        let margin = isRightToLeft ? frame.maxX - name.baseline.x : name.baseline.x - frame.x
        let room = frame.width - 2 * margin
        let first = name.frame.maxY + step
        // The dots of pages are below, and a picture has no need of more lines than these.
        let count = min(Self.mostLines, Int(max(0, frame.maxY - 3 * step - first) / step))
        guard room > 0, count > 0 else { return }
        writer.open("path", id: id)
        writer.attribute("aria-hidden", "true")
        writer.attribute("stroke", ink.track)
        writer.attribute("stroke-width", 8)
        writer.attribute("stroke-linecap", "round")
        writer.literal(" d=\"")
        for index in 0..<count {
            let width = Self.lineWidths[index % Self.lineWidths.count] * room
            guard width > 0 else { continue }
            writer.literal("M")
            pair(
                isRightToLeft ? frame.maxX - margin : frame.x + margin,
                first + Double(index) * step)
            writer.literal("H")
            writer.number(
                isRightToLeft ? frame.maxX - margin - width : frame.x + margin + width)
        }
        writer.literal("\"")
        writer.close()
    }

    /// The widths of the lines of a paragraph as parts of the room, with an empty line after it.
    private static let lineWidths = [0.94, 1, 0.9, 0.97, 0.55, 0]
    private static let mostLines = 17

    /// Draws the rows of a list, with lines between them.
    mutating func rows(_ rows: [ContentLayout.Row], id: String) {
        guard !rows.isEmpty else { return }
        writer.open("g", id: "\(id).rows")
        writer.attribute("role", "list")
        writer.descend()
        for row in rows {
            let id = "\(id).row.\(row.id)"
            group(id: id, row.accessibility)
            area(row.frame, id: "\(id).frame", isTouched: true)
            if let icon = row.icon { symbol(icon, id: "\(id).icon") }
            text(row.label, id: "\(id).label")
            if let badge = row.badge { draw(badge, id: "\(id).badge") }
            if let disclosure = row.disclosure { symbol(disclosure, id: "\(id).disclosure") }
            let width = SVGInk.hairlineWidth
            // From the words to the end of the row, whichever way they run.
            let isMirrored = row.label.frame.midX > row.frame.midX
            let start = isMirrored ? row.frame.x : row.label.frame.x
            let end = isMirrored ? row.label.frame.maxX : row.frame.maxX
            line(
                Rect(x: start, y: row.frame.maxY - width, width: end - start, height: width),
                id: "\(id).separator", color: ink.hairline)
            writer.ascend("g")
        }
        writer.ascend("g")
    }

    private mutating func draw(_ pane: ContentLayout.Pane, id: String, isFirst: Bool) {
        writer.open("g", id: id)
        writer.attribute("role", "region")
        writer.attribute("aria-label", pane.navigationBar?.heading?.label ?? pane.id)
        writer.descend()
        area(pane.frame, id: "\(id).frame")
        if let bar = pane.navigationBar { draw(bar) }
        if !isFirst, pane.frame.x > 0 {
            let width = SVGInk.hairlineWidth
            rectangle(
                Rect(x: pane.frame.x, y: pane.frame.y, width: width, height: pane.frame.height),
                id: "\(id).border", fill: ink.hairline)
        }
        writer.ascend("g")
    }

    /// Draws the dots of a page view, as many as find room; 7 points wide, 9 apart (UIKit; not
    /// described).
    private mutating func dots(_ count: Int, current: Int, in frame: Rect, id: String) {
        let (size, step) = (7.0, 16.0)
        let shown = max(1, min(count, Int(max(0, frame.width - 2 * step) / step)))
        // Where some find no room, the dot of the current page moves through those that do.
        let marked = shown == count ? current : current * shown / count
        let start = frame.midX - Double(shown - 1) * step / 2
        for index in 0..<shown {
            writer.open("circle", id: "\(id).\(index)")
            writer.attribute("cx", start + Double(index) * step)
            writer.attribute("cy", frame.maxY - 2 * step)
            writer.attribute("r", size / 2)
            writer.attribute("fill", ink.text)
            if index != marked { writer.attribute("fill-opacity", 0.3) }
            writer.close()
        }
    }

    /// Draws a modal with its bar and content, over the dimmed screen.
    mutating func draw(_ modal: ModalLayout, over screen: Rect) {
        if let dimming = modal.dimming {
            rectangle(screen, id: "\(modal.id).dimming", fill: dimming)
        }
        group(id: modal.id, modal.accessibility)
        if let popover = modal.popover { arrow(of: popover, of: modal) }
        sheet(modal, id: "\(modal.id).sheet", on: screen)
        let isRound = modal.cornerRadius > 0
        if isRound {
            writer.open("clipPath", id: "\(modal.id).clip")
            writer.descend()
            sheet(modal, on: screen)
            writer.ascend("clipPath")
            writer.open("g")
            reference("clip-path", to: "\(modal.id).clip")
            writer.descend()
        }
        draw(modal.content, id: "\(modal.id).content")
        draw(modal.navigationBar)
        if let handle = modal.handle {
            rectangle(
                handle.frame, id: "\(modal.id).handle", fill: handle.color,
                cornerRadius: handle.cornerRadius)
        }
        if let step = modal.step { text(step, id: "\(modal.id).step") }
        if isRound { writer.ascend("g") }
        writer.ascend("g")
    }

    /// Draws the arrow from a popover to its source.
    private mutating func arrow(of popover: PopoverLayout, of modal: ModalLayout) {
        let arrow = popover.arrow
        let isUp = popover.arrowDirection == .up
        writer.open("path", id: "\(modal.id).arrow")
        writer.literal(" d=\"M")
        pair(arrow.x, isUp ? arrow.maxY : arrow.y)
        writer.literal("L")
        pair(arrow.midX, isUp ? arrow.y : arrow.maxY)
        writer.literal("L")
        pair(arrow.maxX, isUp ? arrow.maxY : arrow.y)
        writer.literal("z\"")
        writer.attribute("fill", modal.background)
        writer.close()
    }

    /// Draws a shape with round corners: the upper ones alone where it ends at the lower edge of
    /// the screen, and runs on below.
    private mutating func sheet(_ modal: ModalLayout, id: String? = nil, on screen: Rect) {
        let (frame, radius) = (modal.frame, modal.cornerRadius)
        let lower = frame.maxY < screen.maxY ? radius : 0
        writer.open("path", id: id)
        writer.literal(" d=\"M")
        pair(frame.x, frame.maxY - lower)
        writer.literal("V")
        writer.number(frame.y + radius)
        arc(radius, to: frame.x + radius, frame.y)
        writer.literal("H")
        writer.number(frame.maxX - radius)
        arc(radius, to: frame.maxX, frame.y + radius)
        writer.literal("V")
        writer.number(frame.maxY - lower)
        if lower > 0 {
            arc(lower, to: frame.maxX - lower, frame.maxY)
            writer.literal("H")
            writer.number(frame.x + lower)
            arc(lower, to: frame.x, frame.maxY - lower)
        }
        writer.literal("z\"")
        writer.attribute("fill", modal.background)
        writer.close()
    }

    private mutating func arc(_ radius: Double, to x: Double, _ y: Double) {
        guard radius > 0 else { return }
        writer.literal("A")
        pair(radius, radius)
        writer.literal(" 0 0 1 ")
        pair(x, y)
    }

    private mutating func pair(_ x: Double, _ y: Double) {
        writer.number(x)
        writer.literal(" ")
        writer.number(y)
    }
}
