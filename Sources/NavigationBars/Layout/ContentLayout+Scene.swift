internal import NavigationModel

extension ContentLayout {
    /// The content of the screen that is shown, in what the bars leave.
    init(_ scene: Scene, on traits: DeviceTraits, in room: Rect) {
        self.init(
            frame: room, background: Color(traits.appearance == .light ? 0xFFFFFF : 0x000000),
            placeholder: nil, rows: [], panes: [], page: nil, pageCount: nil)
    }
}
