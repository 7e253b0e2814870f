package import NavigationModel
internal import NavigationProperties

/// A navigation bar as its scene has it: its manager, the items that it shows, and the effective
/// properties of its looks.
package struct NavigationBarState: Hashable, Sendable {
    /// The manager of a bar, which pushes and pops its items.
    package enum Mode: String, Hashable, Sendable, Encodable {
        /// A navigation controller, of a tab or a modal, as screens come and go.
        case controller
        /// The app itself.
        case standalone
    }

    /// The manager of the bar.
    package let mode: Mode
    /// The screens whose items it has, bottom to top: the topmost is what shows.
    package let screens: [Screen]
    /// The language that items are read in; `nil` for the app's first.
    package let locale: LanguageTag?
    /// The effective properties of its looks.
    package let properties: BarProperties
    /// The search field below its row, if it is on the first screen of the system's search tab.
    var searchField: SearchField?

    /// A state of the field of a search tab.
    enum SearchField: Hashable, Sendable {
        /// Waiting to be touched.
        case idle
        /// Taking words.
        case active
    }

    /// Joins the parts.
    package init(
        mode: Mode, screens: [Screen], in locale: LanguageTag? = nil, properties: BarProperties
    ) {
        self.mode = mode
        self.screens = screens
        self.locale = locale
        self.properties = properties
    }

    /// The items, bottom to top; computed from the screens on each access, so that a bar costs only
    /// what it shows.
    package var items: [NavigationItem] { screens.map { NavigationItem($0, in: locale) } }

    /// The item that shows.
    package var topItem: NavigationItem? { screens.last.map { NavigationItem($0, in: locale) } }

    /// The item that the back button leads to: the one just below the top.
    package var backItem: NavigationItem? {
        screens.dropLast().last.map { NavigationItem($0, in: locale) }
    }

    /// Returns the bar with another screen on top.
    func showing(_ screen: Screen, _ properties: BarProperties) -> NavigationBarState {
        var state = NavigationBarState(
            mode: mode, screens: screens.dropLast() + [screen], in: locale,
            properties: properties)
        state.searchField = searchField
        return state
    }

    /// The receiver of pushes and pops: of a managed bar its controller, whatever is set; of a
    /// standalone bar the one that the app names.
    package var delegate: String? {
        switch mode {
        case .controller: "controller"
        case .standalone: properties.own.explicitText(.delegate)
        }
    }

    /// The identifier for tests: of a standalone bar, which is nothing else, also its own
    /// accessibility identifier.
    package var accessibilityIdentifier: String? {
        let own = properties.own
        if let explicit = own.explicitText(.barAccessibilityIdentifier) { return explicit }
        return mode == .standalone ? own.explicitText(.accessibilityIdentifier) : nil
    }

    /// The position in effect: `bottom`, `top` or `topAttached`. A managed bar is attached to the
    /// top unless another is set.
    package var position: String {
        properties.explicitText(.position) ?? (mode == .controller ? "topAttached" : "top")
    }

    /// Returns the style in effect: `mac` or `pad`. Only an app on a Mac can look like one.
    package func behavioralStyle(on platform: Platform) -> String {
        guard platform.system == .macCatalyst else { return "pad" }
        return properties.text(.preferredBehavioralStyle) == "pad" ? "pad" : "mac"
    }

    /// Returns the section of a Mac's toolbar that holds the bar; `none` where there is no such
    /// toolbar.
    package func toolbarSection(on platform: Platform) -> String {
        guard platform.system == .macCatalyst else { return "none" }
        return properties.text(.currentNSToolbarSection) ?? "none"
    }
}

extension Scene {
    /// Returns the bar of a tab's navigation controller.
    package func navigationBar(
        of tab: Tab, in locale: LanguageTag? = nil
    ) -> NavigationBarState {
        var state = managed(tab.stack, tab.properties, locale)
        if tab.properties.text(.role) == "search", tab.showsFirstScreen {
            state.searchField =
                tab.properties.flag(.automaticallyActivatesSearch) ? .active : .idle
        }
        return state
    }

    /// Returns the bar of a modal's navigation controller.
    package func navigationBar(
        of modal: Modal, in locale: LanguageTag? = nil
    ) -> NavigationBarState {
        managed(modal.stack, modal.properties, locale)
    }

    /// Returns a bar that no controller manages.
    package func navigationBar(
        of bar: StandaloneBar, in locale: LanguageTag? = nil
    ) -> NavigationBarState {
        NavigationBarState(
            mode: .standalone, screens: bar.items, in: locale,
            properties: barProperties(own: bar.properties))
    }

    private func managed(
        _ stack: [Screen], _ own: Properties, _ locale: LanguageTag?
    ) -> NavigationBarState {
        NavigationBarState(
            mode: .controller, screens: stack, in: locale,
            properties: barProperties(own: own))
    }
}
