package import NavigationModel

/// A navigation bar as its scene has it: who manages it, the items that it shows, and what holds of
/// its looks.
package struct NavigationBarState: Hashable, Sendable {
    /// Who pushes and pops its items.
    package enum Mode: String, Hashable, Sendable, Encodable {
        /// A navigation controller, of a tab or a modal, as screens come and go.
        case controller
        /// The app itself.
        case standalone
    }

    /// Who manages it.
    package let mode: Mode
    /// The screens whose items it has, bottom to top: the topmost is what shows.
    package let screens: [Screen]
    /// The language that items are read in; `nil` for the app's first.
    package let locale: LanguageTag?
    /// What holds of its looks.
    package let properties: BarProperties

    /// Joins the parts.
    package init(
        mode: Mode, screens: [Screen], in locale: LanguageTag? = nil, properties: BarProperties
    ) {
        self.mode = mode
        self.screens = screens
        self.locale = locale
        self.properties = properties
    }

    /// Its items, bottom to top; made of the screens when they are asked for, so that a bar costs
    /// what it shows.
    package var items: [NavigationItem] { screens.map { NavigationItem($0, in: locale) } }

    /// The item that shows.
    package var topItem: NavigationItem? { screens.last.map { NavigationItem($0, in: locale) } }

    /// The item that the way back leads to: the one just below the top.
    package var backItem: NavigationItem? {
        screens.dropLast().last.map { NavigationItem($0, in: locale) }
    }

    /// The bar with something else to show on top.
    func showing(_ screen: Screen, _ properties: BarProperties) -> NavigationBarState {
        NavigationBarState(
            mode: mode, screens: screens.dropLast() + [screen], in: locale,
            properties: properties)
    }

    /// Who is asked and told of pushes and pops: a controller is of its own bar, whatever anybody
    /// says; of a standalone bar whom the app names.
    package var delegate: String? {
        switch mode {
        case .controller: "controller"
        case .standalone: properties.own.said(.delegate)
        }
    }

    /// What tests know the bar by: of a standalone bar, which is nothing else, also what it says of
    /// itself.
    package var accessibilityIdentifier: String? {
        let own = properties.own
        if let said = own.said(.barAccessibilityIdentifier) { return said }
        return mode == .standalone ? own.said(.accessibilityIdentifier) : nil
    }

    /// `bottom`, `top` or `topAttached`: a managed bar is attached to the top unless it says
    /// otherwise.
    package var position: String {
        properties.explicitText(.position) ?? (mode == .controller ? "topAttached" : "top")
    }

    /// `mac` or `pad`: the style in effect. Only an app on a Mac can look like one.
    package func behavioralStyle(on platform: Platform) -> String {
        guard platform.system == .macCatalyst else { return "pad" }
        return properties.text(.preferredBehavioralStyle) == "pad" ? "pad" : "mac"
    }

    /// The section of a Mac's toolbar that holds the bar; `none` where there is no such toolbar.
    package func toolbarSection(on platform: Platform) -> String {
        guard platform.system == .macCatalyst else { return "none" }
        return properties.text(.currentNSToolbarSection) ?? "none"
    }
}

extension Scene {
    /// The bar of a tab's navigation controller.
    package func navigationBar(
        of tab: Tab, in locale: LanguageTag? = nil
    ) -> NavigationBarState {
        managed(tab.stack, tab.properties, locale)
    }

    /// The bar of a modal's navigation controller.
    package func navigationBar(
        of modal: Modal, in locale: LanguageTag? = nil
    ) -> NavigationBarState {
        managed(modal.stack, modal.properties, locale)
    }

    /// A bar that no controller manages.
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
