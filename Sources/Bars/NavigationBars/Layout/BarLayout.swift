package import NavigationModel
internal import NavigationProperties

/// The layout of a scene on one device: frames in points from the top left corner of the screen,
/// fonts, colours, symbols, states, motions, and spoken words.
///
/// A pure function of a scene and a device's traits; `init(_:on:)` costs what is shown, not what
/// is on the stacks.
package struct BarLayout: Hashable, Sendable, Encodable {
    /// The device.
    package let traits: DeviceTraits
    /// The whole screen.
    package let screen: Rect
    /// The frame of the status bar.
    package let statusBar: Rect
    /// The bar with the title; `nil` if it is hidden or there is no stack.
    package var navigationBar: NavigationBarLayout?
    /// The bar of tabs, wherever it is; `nil` if it is hidden or there are no tabs.
    package var tabBar: TabBarLayout?
    /// The content between the bars.
    package var content: ContentLayout
    /// The standalone bars on the screen that is shown or over all.
    package var standaloneBars: [StandaloneBarLayout]
    /// The topmost modal; `nil` if nothing is presented.
    package var modal: ModalLayout?
    /// The large content viewer over all; `nil` while nothing needs it.
    package var largeContent: LargeContentViewer?
}

extension BarLayout {
    /// Lays out a scene on a device.
    ///
    /// The bar of tabs takes its edge of the screen first; the navigation bar, the standalone bars
    /// and the content share the room that it leaves, in this order. What is presented lies over
    /// all. Traits that no device has, such as a width that is not a number, are brought within
    /// bounds.
    package init(_ scene: Scene, on traits: DeviceTraits) {
        let traits = traits.bounded
        let tabBar = TabBarLayout(scene, on: traits)
        let isMoreShown = traits.isMoreShown && tabBar?.more != nil && scene.selected != nil
        let shown =
            isMoreShown
            ? scene.showingMore(isEdited: traits.isMoreEdited, in: traits.locale)
            : scene.leadingBackToMore(tabBar?.more, in: traits.locale)
        var room = tabBar?.room(on: traits) ?? traits.safeRoom

        let topRow = tabBar?.placement == .top ? tabBar?.topRow : nil
        if let topRow, !shown.sharesTopRow(with: tabBar?.sharedRow, on: traits) {
            room = room.without(topRow)
        }
        let column = shown.toolbarColumn(beside: tabBar, in: room, on: traits)
        var navigationBar = NavigationBarLayout(
            shown, on: traits, in: column ?? room, beside: tabBar?.sharedRow)
        navigationBar?.stand(on: tabBar)
        room = room.without(navigationBar?.frame).without(topRow)
        var standaloneBars: [StandaloneBarLayout] = []
        for bar in shown.standaloneBars where shown.shows(bar) {
            guard let layout = StandaloneBarLayout(bar, of: shown, on: traits, in: room) else {
                continue
            }
            standaloneBars.append(layout)
            room = room.without(layout.frame)
        }

        self.init(
            traits: traits, screen: traits.screen,
            statusBar: Rect(x: 0, y: 0, width: traits.size.width, height: traits.statusBarHeight),
            navigationBar: navigationBar, tabBar: tabBar,
            content: ContentLayout(shown, on: traits, in: room),
            standaloneBars: standaloneBars, modal: nil)
        if isMoreShown { showRowsOfMore(scene) }
        if let top = scene.modals.last {
            modal = ModalLayout(scene, from: popoverSource(of: top), on: traits)
        }
        largeContent = LargeContentViewer(self)
        reduce()
    }

    /// Puts the list of the tabs without room where the content is.
    private mutating func showRowsOfMore(_ scene: Scene) {
        tabBar?.layOutRowsOfMore(scene, on: traits, in: content.frame)
        content.placeholder = nil
    }
}

extension Scene {
    /// Returns a Boolean value indicating whether the bar that is shown has its buttons in one row
    /// with an iPad's tabs at the top: unless it has a control in its middle, or panes with bars, or
    /// there is no room for buttons beside the tabs.
    fileprivate func sharesTopRow(
        with tabs: ClosedRange<Double>?, on traits: DeviceTraits
    ) -> Bool {
        guard let tabs, let selected, let top = selected.stack.last else { return false }
        let state = navigationBar(of: selected, in: traits.locale)
        return state.topItem?.titleView == nil && state.position != "bottom"
            && !top.hasPaneBars(on: traits)
            && min(tabs.lowerBound, traits.size.width - tabs.upperBound) >= Self.leastBesideTabs
    }

    /// The least width at each side of the tabs that bar buttons are beside: two that fingers can
    /// touch; our own.
    private static let leastBesideTabs: Double = 88

    /// Returns a Boolean value indicating whether a bar is over all, or on the screen that is
    /// shown.
    fileprivate func shows(_ bar: StandaloneBar) -> Bool {
        guard let screen = bar.properties.text(.barScreen) else { return true }
        return (modals.last?.stack ?? selected?.stack)?.last?.id.rawValue == screen
    }
}

extension BarLayout {
    /// All bars with titles: the stack's, the modal's, and those of standalone bars and panes.
    var navigationBars: [NavigationBarLayout] {
        [navigationBar, modal?.navigationBar].compactMap(\.self)
            + standaloneBars.compactMap(\.navigationBar)
            + content.panes.compactMap(\.navigationBar)
    }

    /// All bars of tabs: the scene's, and the standalone ones.
    var tabBars: [TabBarLayout] {
        [tabBar].compactMap(\.self) + standaloneBars.compactMap(\.tabBar)
    }

    /// A headset's window: the screen without the strip that its tabs stand in.
    var window: Rect {
        guard let tabBar, tabBar.placement == .rail else { return screen }
        var window = screen
        window.width = max(0, window.width - tabBar.frame.width)
        if !traits.isRightToLeft { window.x = tabBar.frame.maxX }
        return window
    }
}

extension DeviceTraits {
    /// The screen above the home indicator. The bars at the upper edge see to the status bar.
    var safeRoom: Rect {
        Rect(x: 0, y: 0, width: size.width, height: max(0, size.height - safeArea.bottom))
    }
}

/// A bar that no controller manages, laid out.
package struct StandaloneBarLayout: Hashable, Sendable, Encodable {
    /// Its id.
    package var id: String
    /// It as a bar with a title, if it is one.
    package var navigationBar: NavigationBarLayout?
    /// It as a bar of tabs, if it is one.
    package var tabBar: TabBarLayout?
}

extension StandaloneBarLayout {
    /// Lays out a bar that no controller manages, at the upper or lower edge of the room that the
    /// bars before it leave; `nil` if it is hidden or has nothing to show.
    ///
    /// The app alone decides when a bar with a title hides; only immersion takes all bars away.
    init?(_ bar: StandaloneBar, of scene: Scene, on traits: DeviceTraits, in room: Rect) {
        let id = bar.id.layoutID
        guard bar.properties.text(.barKind) == "navigationBar" else {
            guard let tabBar = TabBarLayout(bar, of: scene, on: traits, in: room) else {
                return nil
            }
            self.init(id: id, navigationBar: nil, tabBar: tabBar)
            return
        }
        guard !traits.isImmersive else { return nil }
        let state = scene.navigationBar(of: bar, in: traits.locale)
        let site = NavigationBarPlacement(id, in: room, position: state.position, on: traits)
        guard let layout = NavigationBarLayout(state, at: site, on: traits) else { return nil }
        self.init(id: id, navigationBar: layout, tabBar: nil)
    }

    /// The frame of the bar on the screen.
    var frame: Rect? { navigationBar?.frame ?? tabBar?.frame }
}

extension StandaloneBarID {
    /// The id of its element in a layout: apart from the layout's own names, whatever it is called.
    var layoutID: String { "bar.\(rawValue)" }
}
