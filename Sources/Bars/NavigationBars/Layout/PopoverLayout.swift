internal import NavigationModel
internal import NavigationProperties

/// The way in which a popover points to its source.
package struct PopoverLayout: Hashable, Sendable, Encodable {
    /// A direction of an arrow.
    package enum Direction: String, Hashable, Sendable, Encodable {
        /// The popover is below its source.
        case up
        /// The popover is above its source.
        case down
    }

    /// The id of the element that it points to.
    package var source: String
    /// The direction of its arrow.
    package var arrowDirection: Direction
    /// The arrow, between the popover and its source.
    package var arrow: Rect
}

/// UIKit's popover: it points to a bar button or to another item, where there is width for it; on
/// a phone, and in a narrow window, it is a sheet. The description names the source alone: all
/// lengths are our own, after UIKit's.
extension PopoverLayout {
    /// The size of a popover, if there is room.
    private static let size = Size(width: 320, height: 480)
    /// The height of the arrow, and half of its width.
    private static let arrowHeight = 13.0
    /// The distance to the edges of the screen.
    private static let margin = 10.0
    /// The radius of the corners.
    static let cornerRadius = 13.0
    /// The least width of a screen that has popovers: that of a regular size class, about.
    private static let leastWidth = 600.0

    /// Returns a popover beside its source, with its frame; `nil` where there are none.
    static func placed(
        at source: LaidOutElement, on traits: DeviceTraits
    ) -> (popover: PopoverLayout, frame: Rect)? {
        guard traits.platform.hasPopovers, traits.size.width >= leastWidth else { return nil }
        let top = max(traits.statusBarHeight, traits.safeArea.top, margin)
        let below = traits.safeRoom.maxY - margin - source.frame.maxY - arrowHeight
        let above = source.frame.y - arrowHeight - top
        let isBelow = below >= min(size.height, above)
        let height = max(0, min(size.height, isBelow ? below : above))
        let x = source.frame.midX - size.width / 2
        let frame = Rect(
            x: max(margin, min(x, traits.size.width - margin - size.width)),
            y: isBelow
                ? source.frame.maxY + arrowHeight : source.frame.y - arrowHeight - height,
            width: size.width, height: height)
        let (least, most) = (
            frame.x + cornerRadius, frame.maxX - cornerRadius - 2 * arrowHeight
        )
        let arrow = Rect(
            x: max(least, min(source.frame.midX - arrowHeight, most)),
            y: isBelow ? frame.y - arrowHeight : frame.maxY, width: 2 * arrowHeight,
            height: arrowHeight)
        return (
            PopoverLayout(
                source: source.id, arrowDirection: isBelow ? .up : .down, arrow: arrow), frame
        )
    }
}

extension Platform {
    /// A Boolean value indicating whether the system has popovers that point to their source.
    fileprivate var hasPopovers: Bool {
        system == .iPadOS || system == .macCatalyst || system == .visionOS
    }
}

extension BarLayout {
    /// Returns the element that the popover of a modal points to: by its id in the layout, or as
    /// bars name their items, `right.edit`; `nil` if it is no popover, or the element is not there.
    func popoverSource(of modal: Modal) -> LaidOutElement? {
        guard let name = modal.properties.explicitText(.popoverSource) else { return nil }
        let ids = [name, "navigationBar.\(name)", "content.row.\(name)", "tab.\(name)"]
        let elements = elements
        return ids.lazy.compactMap { id in elements.first { $0.id == id } }.first
    }
}
