/// Where on the screen a navigation bar is to be.
struct NavigationBarPlacement {
    /// What the layout calls the bar.
    let id: String
    /// What is left of the screen, or of a pane or sheet.
    let area: Rect
    /// `top`, `topAttached` or `bottom`.
    let position: String
    /// Whether it goes without a border, as panes of a split view may.
    var isBorderless = false
    /// From where on the background covers what is above a bar that is attached to the top.
    var upperEdge: Double

    /// How much of the area the status bar and the notch take at its upper edge.
    private let top: Double
    /// What lies below the area, if nothing but the home indicator does.
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
        left = max(0, traits.safeArea.left - area.x)
        right = max(0, area.maxX - (traits.size.width - traits.safeArea.right))
    }

    /// The bar at its edge of the area, as high as it wishes if there is room.
    func frame(height: Double) -> Rect {
        let height = min(height, max(0, area.height - top))
        return Rect(
            x: area.x, y: position == "bottom" ? area.maxY - height : area.y + top,
            width: area.width, height: height)
    }

    /// What the background covers: of a bar that is attached to the top also what is above it, of one
    /// at the bottom what is below.
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

    /// The line between the bar and the content, on the content's side.
    func edge(of frame: Rect, height: Double) -> Rect {
        Rect(
            x: frame.x, y: position == "bottom" ? frame.y - height : frame.maxY,
            width: frame.width, height: height)
    }

    /// What the device's shape takes at the leading edge.
    func leadingInset(on traits: DeviceTraits) -> Double { traits.isRightToLeft ? right : left }

    /// What it takes at the trailing edge.
    func trailingInset(on traits: DeviceTraits) -> Double { traits.isRightToLeft ? left : right }
}
