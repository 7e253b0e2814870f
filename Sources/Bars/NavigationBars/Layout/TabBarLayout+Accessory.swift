internal import NavigationModel
internal import NavigationText

/// The accessory of a bar of tabs as people use it: one button, as large as it is drawn.
package struct AccessoryControl: Hashable, Sendable, Encodable {
    /// The area that reacts to touches.
    package var touch: Rect
    /// A Boolean value indicating whether it has the focus.
    package var isFocused: Bool
    /// The element for screen readers.
    package var accessibility: AccessibilityElement

    /// The id of its element in a layout.
    static let id = "tabBar.accessory"
}

extension TabBarLayout {
    /// Lays out the accessory that floats above a bar at the bottom, or at the lower edge of the
    /// screen: UIKit's tab accessory, of which nothing is described but that it exists.
    mutating func layOutAccessory(_ title: String, on traits: DeviceTraits) {
        let margin: Double = 8
        var room = traits.safeRoom
        room.height = placement == .bottom ? max(0, frame.y) : room.height
        if placement == .sidebar || placement == .rail {
            room.x = frame.maxX
            room.width = max(0, room.width - frame.width)
        }
        let visible = room.visible(on: traits)
        let height = min(48, room.height)
        let pill = Rect(
            x: visible.lowerBound + margin, y: max(0, room.maxY - margin - height),
            width: max(0, visible.upperBound - visible.lowerBound - 2 * margin), height: height)
        let font = Font(weight: .medium, size: 15)
        accessory = TextElement(
            line: title, at: Point(x: pill.midX, y: pill.midY + font.baselineBelowMiddle),
            anchor: .middle, room: max(0, pill.width - height), font: font,
            color: SystemColor.label.color(on: traits))
        accessoryBackground = Background(
            kind: .translucent, material: .regular,
            color: Background.Material.regular.color(in: traits.appearance), frame: pill,
            cornerRadius: height / 2)
        accessoryControl = AccessoryControl(
            touch: pill, isFocused: traits.focused == AccessoryControl.id,
            accessibility: AccessibilityElement(
                .button, label: title, traits: [.button], largeContentTitle: title))
    }
}
