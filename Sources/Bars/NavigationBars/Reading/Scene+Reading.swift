package import NavigationModel
internal import NavigationProperties

extension Scene {
    /// Returns the tabs that a tab stands for, in the order of the bar: none of a tab that is no
    /// group.
    package func children(of tab: Tab) -> [Tab] {
        tabs.filter { $0.properties.explicitText(.group) == tab.id.rawValue && $0.id != tab.id }
    }

    /// Returns a screen, on whatever stack it is.
    package func screen(_ id: ScreenID) -> Screen? {
        (tabs.map(\.stack) + modals.map(\.stack) + standaloneBars.map(\.items)).joined()
            .first { $0.id == id }
    }

    /// The tabs that find no room in a bar at the lower edge, in its order: they are behind More.
    /// Empty if all have one.
    package var tabsBehindMore: [Tab] {
        let slots = groupedTabs.map(\.tab)
        return slots.count > TabBarSlots.maximum
            ? Array(slots.dropFirst(TabBarSlots.maximum - 1)) : []
    }
}

extension NavigationBarState {
    /// Returns the words of the back button: the back item's own words for that, else its title,
    /// else "Back"; `nil` if there is no back button.
    package func backTitle(in locale: LanguageTag = .english) -> String? {
        guard let backItem, topItem?.hidesBackButton != true else { return nil }
        return backItem.screen.backTitle(in: locale)
    }
}

extension Modal {
    /// The actions by which people can leave it: those that are set, else those of its kind. A task
    /// has cancel and a preferred action; content that only shows something has close.
    ///
    /// Unknown actions are left in: they offer no way out.
    package var dismissActions: [String] {
        let own = properties.list(.dismissActions)
        guard own.isEmpty else { return own }
        return kind == .fullScreen ? ["close"] : ["cancel", "preferred"]
    }
}

extension [String] {
    /// The names of a list, each where it stands first: what is named twice is one thing.
    var firstOfEach: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
