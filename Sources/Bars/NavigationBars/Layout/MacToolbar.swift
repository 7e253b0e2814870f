internal import NavigationModel
internal import NavigationProperties

/// The toolbar of a Mac's window, whose sections lie over the columns of the window
/// (`NSToolbarSection`).
extension Scene {
    /// Returns the section of a Mac's toolbar that holds the bar of the stack that is shown:
    /// `sidebar`, `supplementary` or `content`; `nil` if the bar is in no toolbar, or the panes of a
    /// split view have bars of their own.
    func toolbarSection(on traits: DeviceTraits) -> String? {
        guard let selected, let top = selected.stack.last, !top.hasPaneBars(on: traits) else {
            return nil
        }
        let bar = navigationBar(of: selected)
        let section = bar.toolbarSection(on: traits.platform)
        return section == "none" || bar.position == "bottom"
            || bar.behavioralStyle(on: traits.platform) == "pad" ? nil : section
    }

    /// Returns the column that the section lies over, without what else the toolbar has there;
    /// `nil` if the bar is over all columns but the tabs' own. The columns are the tabs', if they
    /// are a sidebar, and the panes of a split view; with two of them the supplementary one is the
    /// content.
    func toolbarColumn(
        beside tabBar: TabBarLayout?, in room: Rect, on traits: DeviceTraits
    ) -> Rect? {
        guard let section = toolbarSection(on: traits), let selected else { return nil }
        let panes = navigationBar(of: selected).panes(on: traits, in: room).map(\.frame)
        let sidebar = tabBar.flatMap { $0.placement == .sidebar ? $0.toolbarRoom(on: traits) : nil }
        let columns = [sidebar].compactMap(\.self) + (panes.isEmpty ? [room] : panes)
        switch section {
        case "sidebar": return columns.first
        case "supplementary" where columns.count > 2: return columns[1]
        default: return columns.last
        }
    }
}

extension NavigationBarLayout {
    /// Clears what is behind a bar that stands on a sidebar.
    mutating func stand(on tabBar: TabBarLayout?) {
        guard let tabBar, isOn(tabBar) else { return }
        background = Background(kind: .none, color: Color(0, opacity: 0), frame: background.frame)
        separator = nil
    }

    /// Returns a Boolean value indicating whether the bar is within a sidebar.
    fileprivate func isOn(_ tabBar: TabBarLayout) -> Bool {
        tabBar.placement == .sidebar && frame.x >= tabBar.frame.x
            && frame.maxX <= tabBar.frame.maxX
    }
}

extension BarLayout {
    /// A Boolean value indicating whether the bar with the title stands on the sidebar of the tabs,
    /// which is then drawn first.
    var isBarOnSidebar: Bool {
        guard let navigationBar, let tabBar else { return false }
        return navigationBar.isOn(tabBar)
    }
}

extension TabBarLayout {
    /// Returns the part of a sidebar that the toolbar's section over it has for a bar: without the
    /// button that closes the sidebar.
    func toolbarRoom(on traits: DeviceTraits) -> Rect {
        guard let button = sidebarButton?.frame else { return frame }
        return traits.isRightToLeft
            ? frame.inset(by: Insets(left: button.maxX - frame.x))
            : frame.inset(by: Insets(right: frame.maxX - button.x))
    }
}
