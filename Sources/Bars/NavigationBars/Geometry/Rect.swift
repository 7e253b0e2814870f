/// An upright rectangle in points.
public struct Rect: Hashable, Sendable, Encodable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Joins the parts.
    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    package var maxX: Double { x + width }
    /// The lower edge.
    package var maxY: Double { y + height }
    /// The middle, across.
    package var midX: Double { x + width / 2 }
    /// The middle, down.
    package var midY: Double { y + height / 2 }

    /// The rectangle smaller by an amount at each edge.
    package func inset(by insets: Insets) -> Rect {
        Rect(
            x: x + insets.left, y: y + insets.top, width: width - insets.left - insets.right,
            height: height - insets.top - insets.bottom)
    }

    /// The rectangle as a mirror in the middle of `area` shows it: what leading and trailing mean
    /// where text runs from right to left.
    package func mirrored(in area: Rect) -> Rect {
        var mirrored = self
        mirrored.x = area.x + area.maxX - maxX
        return mirrored
    }

    /// Written with its parts to a thousandth of a point.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(x.encoded, forKey: .x)
        try container.encode(y.encoded, forKey: .y)
        try container.encode(width.encoded, forKey: .width)
        try container.encode(height.encoded, forKey: .height)
    }

    private enum Key: String, CodingKey {
        case x
        case y
        case width
        case height
    }
}

/// Parts of rectangles that bars are laid out in.
extension Rect {
    /// Returns the part that a bar along the upper or lower edge leaves free.
    func without(_ bar: Rect?) -> Rect {
        guard let bar else { return self }
        var rest = self
        if bar.midY < midY {
            rest.y = min(max(y, bar.maxY), maxY)
            rest.height = maxY - rest.y
        } else {
            rest.height = min(max(0, bar.y - y), height)
        }
        return rest
    }

    /// Returns columns of equal width that fill the rectangle.
    func columns(_ count: Int) -> [Rect] {
        (0..<count).map { index in
            // From edge to edge, so that the last one ends exactly where the bar does.
            let left = x + width * Double(index) / Double(count)
            let right = x + width * Double(index + 1) / Double(count)
            return Rect(x: left, y: y, width: max(0, right - left), height: height)
        }
    }

    /// Returns the range across without the safe areas at its sides.
    func visible(on traits: DeviceTraits) -> ClosedRange<Double> {
        let left = max(x, min(traits.safeArea.left, maxX))
        return left...max(left, min(maxX, traits.size.width - traits.safeArea.right))
    }

    /// Returns the part within another rectangle; an empty one inside that if they don't overlap.
    func within(_ outer: Rect) -> Rect {
        let left = min(max(x, outer.x), outer.maxX)
        let top = min(max(y, outer.y), outer.maxY)
        return Rect(
            x: left, y: top, width: max(0, min(maxX, outer.maxX) - left),
            height: max(0, min(maxY, outer.maxY) - top))
    }

    /// Swaps the sides of `area`.
    mutating func mirror(in area: Rect) { self = mirrored(in: area) }
}

/// Amounts at the four edges, in points.
package struct Insets: Hashable, Sendable, Encodable {
    /// At the upper edge.
    package var top: Double
    /// At the left edge.
    package var left: Double
    /// At the lower edge.
    package var bottom: Double
    /// At the right edge.
    package var right: Double

    /// Joins the parts.
    package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// Written with its parts to a thousandth of a point.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(top.encoded, forKey: .top)
        try container.encode(left.encoded, forKey: .left)
        try container.encode(bottom.encoded, forKey: .bottom)
        try container.encode(right.encoded, forKey: .right)
    }

    private enum Key: String, CodingKey {
        case top
        case left
        case bottom
        case right
    }
}
