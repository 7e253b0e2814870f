internal import NavigationModel
internal import NavigationProperties

extension ContentLayout {
    /// Lays out the content of the screen that is shown, in the room that the bars leave.
    init(_ scene: Scene, on traits: DeviceTraits, in room: Rect) {
        let state = scene.selected.map { scene.navigationBar(of: $0, in: traits.locale) }
        self.init(state, on: traits, in: room)
        guard let state else { return }
        panes = state.panes(on: traits, in: room)
        guard let primary = panes.first else { return }
        // The first pane has the list, below its bar.
        placeholder = nil
        rows = state.rows(on: traits, in: primary.roomBelowBar)
    }

    /// Lays out the content of a stack's topmost screen: its rows; else the place where its content
    /// would be, with its title or its deep link.
    init(_ state: NavigationBarState?, on traits: DeviceTraits, in room: Rect) {
        let screen = state?.topItem?.screen
        let count = screen?.properties.number(.pageCount).map { Int($0) } ?? 1
        let page = screen?.properties.number(.page).map { Int($0) } ?? 0
        let isPaged = screen?.properties.text(.kind) == "pages"
        let rows = state?.rows(on: traits, in: room) ?? []
        self.init(
            frame: room, background: SystemColor.systemBackground.color(on: traits),
            placeholder: rows.isEmpty
                ? screen.flatMap { Self.placeholder($0, on: traits, in: room) } : nil,
            rows: rows, panes: [], page: isPaged ? min(page, count - 1) : nil,
            pageCount: isPaged ? count : nil)
    }

    private static func placeholder(
        _ screen: Screen, on traits: DeviceTraits, in room: Rect
    ) -> TextElement? {
        let font = NavigationBarMetrics.buttonFont
        return TextElement(
            line: screen.barTitle(in: traits.locale) ?? screen.route,
            at: Point(x: room.midX, y: room.midY + font.baselineBelowMiddle), anchor: .middle,
            room: room.width - 2 * NavigationBarMetrics.margin(in: room.width), font: font,
            color: SystemColor.secondaryLabel.color(on: traits))
    }
}
