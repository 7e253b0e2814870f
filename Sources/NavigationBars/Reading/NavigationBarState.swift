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
    /// Its items, bottom to top: the topmost is what shows.
    package let items: [NavigationItem]
    /// What holds of its looks.
    package let properties: BarProperties

    /// Joins the parts.
    package init(mode: Mode, items: [NavigationItem], properties: BarProperties) {
        self.mode = mode
        self.items = items
        self.properties = properties
    }

    /// The item that shows.
    package var topItem: NavigationItem? { items.last }

    /// The item that the way back leads to: the one just below the top.
    package var backItem: NavigationItem? { items.dropLast().last }

    /// Who is asked and told of pushes and pops: a controller is of its own bar, whatever anybody
    /// says; of a standalone bar whom the app names.
    package var delegate: String? {
        switch mode {
        case .controller: "controller"
        case .standalone: properties.own.said(.delegate)
        }
    }

    /// `bottom`, `top` or `topAttached`: a managed bar is attached to the top unless it says otherwise.
    package var position: String {
        properties.said(.position) ?? (mode == .controller ? "topAttached" : "top")
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
            mode: .standalone, items: bar.items.map { NavigationItem($0, in: locale) },
            properties: barProperties(own: bar.properties))
    }

    private func managed(
        _ stack: [Screen], _ own: Properties, _ locale: LanguageTag?
    ) -> NavigationBarState {
        NavigationBarState(
            mode: .controller, items: stack.map { NavigationItem($0, in: locale) },
            properties: barProperties(own: own))
    }
}
