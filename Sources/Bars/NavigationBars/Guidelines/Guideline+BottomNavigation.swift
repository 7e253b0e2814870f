internal import NavigationModel
internal import NavigationProperties

/// Guidelines for the place of a bottom navigation bar, the components beside it, and the size of
/// its items.
extension Guideline {
    /// The smallest area that may react to touches, in points: the description of the bottom
    /// navigation bar.
    static let smallestTouch = Size(width: 64, height: 48)

    /// A bottom navigation bar that is not at the bottom.
    static let bottomNavigationNotAtBottom = Guideline(
        "bottom-nav-not-at-bottom", .error, rows: ["M-05"],
        "a bottom navigation bar is at the bottom of the screen"
    ) { context in
        misplaced(context).map { bar in
            Violation(
                bar.owner,
                "the \(bar.name) is placed at \(quoted(bar.placement)) instead of the bottom",
                fix: bar.fixOfPlace)
        }
    }

    /// A bottom navigation bar at the top.
    static let useTabBarForTop = Guideline(
        "use-tabbar-for-top", .info, rows: ["M-09"],
        "use a tab bar instead of bottom navigation at the top"
    ) { context in
        // No fix of its own: that of the other finding about it moves it to the bottom.
        misplaced(context).filter { $0.placement == "top" }.map { bar in
            Violation(bar.owner, "the \(bar.name) is at the top: use a tab bar there")
        }
    }

    /// A bar of another design system than the app's.
    static let mixedDesignLanguage = Guideline(
        "mixed-design-language", .warning, rows: ["M-08"],
        "use bottom navigation with Material components, a tab bar with UIKit's"
    ) { context in
        context.tabBars.compactMap { bar in
            guard let language = bar.properties.text(.designLanguage) else { return nil }
            let own = bar.isBottomNavigation ? "material" : "cupertino"
            guard language != own else { return nil }
            let fitting = bar.isBottomNavigation ? "tab bar" : "bottom navigation bar"
            return Violation(
                bar.owner,
                "the \(bar.name) does not match the design language \(quoted(language)): use a "
                    + fitting)
        }
    }

    /// Two bars of tabs at the bottom of one screen.
    static let twoBottomBars = Guideline(
        "two-bottom-bars", .warning, rows: ["M-25", "M-26"],
        "two tab bars at the bottom mix transitions over the same content"
    ) { context in
        guard !context.showsTabsElsewhere else { return [] }
        let lower = context.tabBars.filter(\.isAtBottom)
        return lower.enumerated().flatMap { index, bar in
            lower[..<index].compactMap { other in
                context.sharedScreen(of: other, and: bar).map { screen in
                    Violation(
                        bar.owner,
                        "the \(bar.name) and the \(other.name) are both at the bottom of "
                            + "\(screen) and mix transitions over its content")
                }
            }
        }
    }

    /// Items too small for fingers.
    static let touchTarget = Guideline(
        "touch-target", .error, rows: ["M-34", "M-35", "M-39"],
        "touch targets in a bottom navigation bar are at least 48 points high and 64 wide"
    ) { context in
        context.tabBars.filter(\.isBottomNavigation).flatMap { bar in
            [tooLow(bar), tooNarrow(bar, in: context)].compactMap { $0 }
        }
    }

    private static func misplaced(_ context: LintContext) -> [InspectedTabBar] {
        guard !context.showsTabsElsewhere else { return [] }
        return context.tabBars.filter { $0.isBottomNavigation && !$0.isAtBottom }
    }

    private static func tooLow(_ bar: InspectedTabBar) -> Violation? {
        guard let height = bar.properties.number(.barHeight), height < smallestTouch.height else {
            return nil
        }
        let isOwn = bar.properties.own.explicitText(.barHeight) != nil
        return Violation(
            bar.owner,
            "the height of the \(bar.name) is \(points(height)), but touch targets need at least "
                + points(smallestTouch.height),
            fix: [Fix(isOwn ? bar.owner : .scene, Property.barHeight.pattern, nil)])
    }

    private static func tooNarrow(_ bar: InspectedTabBar, in context: LintContext) -> Violation? {
        guard let layout = context.layout(of: bar),
            let narrowest = layout.items.map(\.touch.width).min(),
            // Halves of a pixel that rounding leaves are no fault.
            narrowest < smallestTouch.width - 0.01
        else { return nil }
        return Violation(
            bar.owner,
            "the items of the \(bar.name) are \(points(narrowest)) wide, but touch targets need "
                + "at least \(points(smallestTouch.width))")
    }
}

extension InspectedTabBar {
    /// The fixes that move it to the bottom.
    fileprivate var fixOfPlace: [Fix] {
        guard let bar else { return [Fix(.scene, Property.placement.pattern, nil)] }
        let names = [Property.position.pattern, Property.placement.pattern]
        let explicit = names.filter { name in
            PropertyName(rawValue: name).flatMap { bar.properties[$0] } != nil
        }
        return explicit.isEmpty
            ? [Fix(owner, Property.placement.pattern, "bottom")]
            : explicit.map { Fix(owner, $0, nil) }
    }
}

extension LintContext {
    /// Returns the layout of a bar of tabs on the device, whether or not its screen is the one that
    /// is shown; `nil` if the device is not known, or the bar is hidden.
    fileprivate func layout(of bar: InspectedTabBar) -> TabBarLayout? {
        guard let traits = device?.bounded else { return nil }
        guard let standalone = bar.bar else { return TabBarLayout(scene, on: traits) }
        return TabBarLayout(standalone, of: scene, on: traits, in: traits.safeRoom)
    }

    /// Returns the words for a screen that two bars are on; `nil` if there is none.
    fileprivate func sharedScreen(
        of left: InspectedTabBar, and right: InspectedTabBar
    ) -> String? {
        let (places, others) = (places(of: left), places(of: right))
        return places.first { others.contains($0) }
    }

    /// Returns the words for the screens that a bar is on: the scene's own on all of its tabs that
    /// do not hide it; a standalone bar on its screen, or on all that are shown.
    private func places(of bar: InspectedTabBar) -> [String] {
        let ofTabs = scene.tabs.flatMap { tab in
            tab.stack.isEmpty
                ? ["tab \(quoted(tab.title))"] : tab.screensAboveBar.map(Self.name)
        }
        guard let standalone = bar.bar else {
            return appearance.flag(.tabBarIsHidden) ? [] : ofTabs
        }
        guard let screen = standalone.properties.text(.barScreen) else {
            return ofTabs.isEmpty ? ["every screen"] : ofTabs
        }
        let all = scene.tabs.flatMap(\.stack) + scene.modals.flatMap(\.stack)
        return all.filter { $0.id.rawValue == screen }.map(Self.name)
    }

    private static func name(of screen: Screen) -> String {
        "screen \(NavigationItem(screen).name) (\(screen.id.rawValue.label(width: 40)))"
    }
}

extension Tab {
    /// Its screens that show the bar of tabs: what was pushed may hide it, for all above it too.
    fileprivate var screensAboveBar: [Screen] {
        stack.prefix(1)
            + stack.dropFirst().prefix { !$0.properties.flag(.hidesBottomBarWhenPushed) }
    }
}
