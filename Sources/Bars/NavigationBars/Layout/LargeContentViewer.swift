internal import NavigationText

/// The large content viewer: the symbol and the title of the element under the finger, large in the
/// middle of the screen. UIKit shows it for the items of bars, whose words don't grow, at the sizes
/// of text for accessibility; its lengths are not published, and our own.
package struct LargeContentViewer: Hashable, Sendable, Encodable {
    /// The id of the element under the finger.
    package var element: String
    /// The panel.
    package var background: Background
    /// The symbol; `nil` if the element has none.
    package var icon: SymbolElement?
    /// The title; `nil` if there is no room for it.
    package var label: TextElement?
}

extension LargeContentViewer {
    private static let side: Double = 180
    private static let iconSide: Double = 72
    private static let padding: Double = 20
    /// Words below it must not disturb those on it.
    private static let opacity = 0.97

    /// Shows an element of a layout; `nil` unless it is under the finger and has something to show.
    init?(_ layout: BarLayout) {
        let traits = layout.traits
        guard traits.textSize.isAccessibility, [.iOS, .iPadOS].contains(traits.platform.system),
            let pressed = traits.pressed,
            let element = layout.barElements.first(where: { $0.id == pressed })?.element,
            let title = element.largeContentTitle
        else { return nil }
        let screen = traits.screen
        let font = traits.emphasized(Font(weight: .medium, size: min(traits.textSize.body, 34)))
        let words = TextMetrics.width(of: title.printable, in: font) + 2 * Self.padding
        let width = min(max(Self.side, words), screen.width)
        let height = min(Self.side, screen.height)
        let panel = Rect(
            x: screen.midX - width / 2, y: screen.midY - height / 2, width: width, height: height)
        let symbol = element.largeContentImage
        let line = TextMetrics.lineHeight(of: font)
        let iconSide = symbol == nil ? 0 : min(Self.iconSide, height)
        let top = panel.midY - (iconSide + line) / 2
        self.element = pressed
        background = Background(
            kind: .translucent, material: .regular,
            color: Background.Material.regular.color(in: traits.appearance), frame: panel,
            cornerRadius: 16)
        background.color.opacity = traits.reducesTransparency ? 1 : Self.opacity
        icon = symbol.map {
            SymbolElement(
                $0,
                frame: Rect(
                    x: panel.midX - iconSide / 2, y: top, width: iconSide, height: iconSide),
                color: SystemColor.label.color(on: traits))
        }
        label = TextElement(
            line: title,
            at: Point(x: panel.midX, y: top + iconSide + line / 2 + font.baselineBelowMiddle),
            anchor: .middle, room: width - 2 * Self.padding + 0.001, font: font,
            color: SystemColor.label.color(on: traits))
    }
}

extension BarLayout {
    /// The elements of all bars that people touch, by their ids.
    fileprivate var barElements: [(id: String, element: AccessibilityElement)] {
        navigationBars.flatMap(\.touched) + tabBars.flatMap(\.touched)
    }
}

extension NavigationBarLayout {
    fileprivate var touched: [(id: String, element: AccessibilityElement)] {
        let buttons = (left + right).compactMap { button in
            button.accessibility.map { ("\(id).\(button.id)", $0) }
        }
        guard let back else { return buttons }
        return [("\(id).back", back.accessibility)] + buttons
    }
}

extension TabBarLayout {
    fileprivate var touched: [(id: String, element: AccessibilityElement)] {
        let button = sidebarButton.flatMap { button in
            button.accessibility.map { (button.id, $0) }
        }
        let accessory = accessoryControl.map { (AccessoryControl.id, $0.accessibility) }
        return items.map { ($0.id, $0.accessibility) } + [button, accessory].compactMap(\.self)
    }
}
