internal import NavigationModel
internal import NavigationProperties

extension NavigationBarState {
    /// The most children that are laid out: as many as a person could tell apart.
    private static let mostChildren = 12
    /// The distance between two children, and to the edges, in points (our own).
    private static let childMargin: Double = 16

    /// Returns the children of the topmost screen, if it is a container of the app's own and has no
    /// rows: one below the other and equally high, for the app alone knows how it combines them.
    func children(on traits: DeviceTraits, in room: Rect) -> [ContentLayout.Child] {
        guard let item = topItem, item.properties.text(.kind) == "container",
            item.properties.list(.rows).isEmpty
        else { return [] }
        let names = item.properties.list(.children).firstOfEach.prefix(Self.mostChildren)
        let margin = Self.childMargin
        let visible = room.visible(on: traits)
        let width = visible.upperBound - visible.lowerBound - 2 * margin
        let height = (room.height - margin) / Double(max(1, names.count)) - margin
        guard width > 0, height > 0 else { return [] }
        let font = RowStyle.on(traits, width: room.width).font
        return names.enumerated().map { index, name in
            let frame = Rect(
                x: visible.lowerBound + margin,
                y: room.y + margin + Double(index) * (height + margin), width: width,
                height: height)
            let route = item.properties.explicitText(.childRoute, Property.childRoute.name(name))
            let line = ReadingLine(bounds: frame, isRightToLeft: traits.isRightToLeft)
            return ContentLayout.Child(
                id: name, frame: frame,
                label: line.text(
                    route ?? name, at: margin, room: width - 2 * margin, font: font,
                    color: traits.isMaterial
                        ? traits.scheme.onSurface : SystemColor.label.color(on: traits)))
        }
    }
}
