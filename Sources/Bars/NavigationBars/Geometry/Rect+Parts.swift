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
