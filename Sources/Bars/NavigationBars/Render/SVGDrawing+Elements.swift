internal import NavigationText

/// The elements that everything is drawn with.
extension SVGDrawing {
    /// Draws a filled rectangle.
    mutating func rectangle(_ frame: Rect, id: String, fill: Color, cornerRadius: Double = 0) {
        writer.open("rect", id: id)
        writer.attributes(frame)
        if cornerRadius > 0 { writer.attribute("rx", cornerRadius) }
        writer.attribute("fill", fill)
        writer.close()
    }

    /// Draws a rectangle that is not seen: an area that reacts to touches, or the frame of a part.
    mutating func area(_ frame: Rect, id: String, isTouched: Bool = false) {
        writer.open("rect", id: id)
        writer.attributes(frame)
        writer.attribute("fill", "none")
        if isTouched { writer.attribute("pointer-events", "all") }
        writer.close()
    }

    /// Draws a line across the middle of a frame, as thick as that is high.
    mutating func line(_ frame: Rect, id: String, color: Color) {
        writer.open("line", id: id)
        writer.attribute("x1", frame.x)
        writer.attribute("y1", frame.midY)
        writer.attribute("x2", frame.maxX)
        writer.attribute("y2", frame.midY)
        writer.attribute("stroke", color)
        writer.attribute("stroke-width", frame.height)
        writer.close()
    }

    /// Draws a ring around an element that has the focus, unless the layout has marked it.
    mutating func focus(_ frame: Rect, id: String) {
        guard !marksFocus else { return }
        let half = Self.focusWidth / 2
        let ring = frame.inset(by: Insets(top: half, left: half, bottom: half, right: half))
        writer.open("rect", id: "\(id).focus")
        writer.attributes(ring)
        writer.attribute("rx", min(Self.focusRadius, ring.height / 2))
        writer.attribute("fill", "none")
        writer.attribute("stroke", ink.focus)
        writer.attribute("stroke-width", Self.focusWidth)
        writer.close()
    }

    private static let focusRadius = 8.0
    private static let focusWidth = 3.0

    /// Draws a line of text. Its element stands beside the filter of its shadow, if it has one.
    mutating func text(_ element: TextElement, id: String, isHeading: Bool = false) {
        if let shadow = element.shadow {
            filter(
                id: "\(id).shadow", color: shadow.color, x: shadow.offset.x, y: shadow.offset.y,
                blur: 0)
        }
        let isRightToLeft = element.text.isRightToLeft
        writer.open("text", id: id)
        writer.attribute("x", element.baseline.x)
        writer.attribute("y", element.baseline.y)
        writer.attribute("text-anchor", Self.anchor(element.anchor, isRightToLeft: isRightToLeft))
        if element.font.family != SVGFont.standard {
            writer.attribute("font-family", SVGFont.list(of: element.font.family))
        }
        writer.attribute("font-weight", SVGFont.number(of: element.font.weight))
        writer.attribute("font-size", element.font.size)
        writer.attribute("fill", element.color)
        if element.opacity != 1 { writer.attribute("opacity", element.opacity) }
        if isRightToLeft {
            writer.attribute("direction", "rtl")
            writer.attribute("unicode-bidi", "isolate")
        }
        if element.shadow != nil { reference("filter", to: "\(id).shadow") }
        if isHeading {
            writer.attribute("role", "heading")
            writer.attribute("aria-level", 1)
        }
        writer.attribute("xml:space", "preserve")
        writer.close("text", text: element.text)
    }

    /// Returns the anchor in SVG, where a start is where the text begins: a layout's is always on
    /// the left.
    private static func anchor(_ anchor: TextElement.Anchor, isRightToLeft: Bool) -> String {
        switch anchor {
        case .start: isRightToLeft ? "end" : "start"
        case .middle: "middle"
        case .end: isRightToLeft ? "start" : "end"
        }
    }

    /// Writes an attribute that names another element, such as `filter` or `mask`.
    mutating func reference(_ attribute: String, to id: String) {
        let address = id.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || "-._".contains(Character(scalar))
                    || ("0"..."9").contains(scalar))
            return isPlain ? String(scalar) : "%" + String(byte, radix: 16, uppercase: true)
        }.joined()
        writer.attribute(attribute, "url(#\(address))")
    }

    /// Writes the filter of a shadow.
    mutating func filter(id: String, color: Color, x: Double, y: Double, blur: Double) {
        writer.open("filter", id: id)
        writer.attribute("x", "-50%")
        writer.attribute("y", "-50%")
        writer.attribute("width", "200%")
        writer.attribute("height", "200%")
        writer.descend()
        writer.open("feDropShadow")
        writer.attribute("dx", x)
        writer.attribute("dy", y)
        writer.attribute("stdDeviation", blur)
        writer.attribute("flood-color", Color(red: color.red, green: color.green, blue: color.blue))
        writer.attribute("flood-opacity", color.opacity)
        writer.close()
        writer.ascend("filter")
    }
}
