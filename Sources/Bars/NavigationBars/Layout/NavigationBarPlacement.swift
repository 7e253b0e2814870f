/// The placement of a navigation bar on the screen.
struct NavigationBarPlacement {
    /// The id of the bar in the layout.
    let id: String
    /// The free area of the screen, or of a pane or sheet.
    let area: Rect
    /// `top`, `topAttached` or `bottom`.
    let position: String
    /// A Boolean value indicating whether it goes without a border, as panes of a split view may.
    var isBorderless = false
    /// The area across in the middle of its row that a tablet's tabs take; `nil` for none.
    var taken: ClosedRange<Double>?
    /// The upper edge of the background of a bar that is attached to the top.
    var upperEdge: Double

    /// The height that the status bar and the notch take at the upper edge of the area.
    private let top: Double
    /// The height below the area, if nothing but the home indicator is there; else 0.
    private let bottom: Double
    private let left: Double
    private let right: Double

    /// A place in an area of a device's screen.
    init(_ id: String, in area: Rect, position: String, on traits: DeviceTraits) {
        self.id = id
        self.area = area
        self.position = position
        upperEdge = area.y
        // Directly under the status bar, as the guidelines say; under the notch if there is none.
        let status = traits.statusBarHeight > 0 ? traits.statusBarHeight : traits.safeArea.top
        top = max(0, status - area.y)
        let below = traits.size.height - area.maxY
        bottom = below <= traits.safeArea.bottom ? max(0, below) : 0
        // A Mac's window has its buttons in the first row.
        let controls = area.y == 0 && position != "bottom" ? traits.windowControlWidth : 0
        let isRightToLeft = traits.isRightToLeft
        let (before, after) = isRightToLeft ? (0, controls) : (controls, 0)
        left = max(0, max(traits.safeArea.left, before) - area.x)
        right = max(0, area.maxX - (traits.size.width - max(traits.safeArea.right, after)))
    }

    /// Returns the frame of the bar at its edge of the area, of the given height if there is room.
    func frame(height: Double) -> Rect {
        let height = min(height, max(0, area.height - top))
        return Rect(
            x: area.x, y: position == "bottom" ? area.maxY - height : area.y + top,
            width: area.width, height: height)
    }

    /// Returns the frame of the background: of a bar that is attached to the top also the area
    /// above it, of one at the bottom the area below.
    func background(of frame: Rect) -> Rect {
        var covered = frame
        switch position {
        case "topAttached":
            covered.y = upperEdge
            covered.height = frame.maxY - upperEdge
        case "bottom": covered.height += bottom
        default: break
        }
        return covered
    }

    /// Returns the line between the bar and the content, on the content's side.
    func edge(of frame: Rect, height: Double) -> Rect {
        Rect(
            x: frame.x, y: position == "bottom" ? frame.y - height : frame.maxY,
            width: frame.width, height: height)
    }

    /// Returns the area that is taken in its row, from the leading edge.
    func taken(on traits: DeviceTraits) -> ClosedRange<Double>? {
        guard position != "bottom", let taken else { return nil }
        let (left, right) = (taken.lowerBound - area.x, taken.upperBound - area.x)
        return traits.isRightToLeft ? area.width - right...area.width - left : left...right
    }

    /// Returns the inset of the device's shape at the leading edge.
    func leadingInset(on traits: DeviceTraits) -> Double { traits.isRightToLeft ? right : left }

    /// Returns the inset of the device's shape at the trailing edge.
    func trailingInset(on traits: DeviceTraits) -> Double { traits.isRightToLeft ? left : right }
}
