internal import NavigationModel
internal import NavigationProperties

extension Screen {
    /// Returns the panes of a split view that a device shows: all side by side on a wide one, the
    /// first alone on a phone, whose split views fold.
    fileprivate func shownPanes(on traits: DeviceTraits) -> [String] {
        guard properties.text(.kind) == "split" else { return [] }
        let names = properties.list(.panes).firstOfEach
        return Array(names.prefix(traits.showsPanesSideBySide ? Self.mostPanes : 1))
    }

    /// Three columns are the most that a split view has (UIKit; not described).
    private static let mostPanes = 3

    fileprivate func hasBar(_ pane: String) -> Bool {
        properties.flag(.paneBar, Property.paneBar.name(pane))
            || properties.explicitText(.paneBar, Property.paneBar.name(pane)) == nil
    }

    /// Returns a Boolean value indicating whether a pane that is shown has a bar, which then is in
    /// the place of the stack's bar.
    func hasPaneBars(on traits: DeviceTraits) -> Bool {
        shownPanes(on: traits).contains(where: hasBar)
    }
}

extension ContentLayout.Pane {
    /// The area below the pane's bar.
    var roomBelowBar: Rect {
        guard let bar = navigationBar?.frame else { return frame }
        return Rect(
            x: frame.x, y: bar.maxY, width: frame.width, height: max(0, frame.maxY - bar.maxY))
    }
}

extension DeviceTraits {
    /// A Boolean value indicating whether a split view has its panes side by side: not on a phone.
    fileprivate var showsPanesSideBySide: Bool {
        platform.system != .iOS && size.width >= 2 * NavigationBarState.primaryWidth
    }
}

extension NavigationBarState {
    /// The width of all panes but the last, at most (UIKit; not described).
    fileprivate static let primaryWidth = 320.0

    /// Returns the panes of the topmost screen, if it is a split view.
    func panes(on traits: DeviceTraits, in room: Rect) -> [ContentLayout.Pane] {
        guard let screen = topItem?.screen else { return [] }
        let names = screen.shownPanes(on: traits)
        let line = ReadingLine(bounds: room, isRightToLeft: traits.isRightToLeft)
        let narrow = min(Self.primaryWidth, room.width / Double(max(1, names.count)))
        return names.enumerated().map { index, name in
            let start = narrow * Double(index)
            let width = index == names.count - 1 ? room.width - start : narrow
            let frame = line.frame(at: start, width: width)
            return ContentLayout.Pane(
                id: name, frame: frame,
                navigationBar: screen.hasBar(name)
                    ? bar(of: name, among: names, of: screen, in: frame, on: traits) : nil)
        }
    }

    /// Returns a pane's bar with the pane's title. The first that there is has the back button and
    /// the items before the title, the last the items after it.
    private func bar(
        of pane: String, among names: [String], of screen: Screen, in frame: Rect,
        on traits: DeviceTraits
    ) -> NavigationBarLayout? {
        guard !traits.isKeyboardShown, !traits.areBarsHidden, !traits.isImmersive else {
            return nil
        }
        let bars = names.filter(screen.hasBar)
        var own = screen.properties
        if pane != bars.first {
            own[Property.left.name()] = nil
            own[Property.hidesBackButton.name()] = "true"
        }
        if pane != bars.last { own[Property.right.name()] = nil }
        let title = own.localized(Property.paneTitle.name(pane), in: traits.locale)?.unlessBlank
        if let title {
            own[Property.itemTitle.name().language(traits.locale.description)] = title
        }
        var state = showing(
            Screen(id: screen.id, route: screen.route, title: screen.title, properties: own),
            properties)
        if pane != bars.first { state.searchField = nil }
        var site = NavigationBarPlacement(
            "navigationBar.\(pane)", in: frame, position: "topAttached", on: traits)
        site.upperEdge = 0
        let isBordered = screen.properties.explicitText(.paneBorder, Property.paneBorder.name(pane))
        site.isBorderless = isBordered == "false" && traits.showsPanesSideBySide
        return NavigationBarLayout(state, at: site, on: traits)
    }
}
