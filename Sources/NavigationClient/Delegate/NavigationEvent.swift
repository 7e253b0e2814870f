public import NavigationModel

/// Screens that come to a stack or leave it, or a tab that is selected: about to happen, or done.
public struct NavigationEvent: Hashable, Sendable {
    /// What kind of event it is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Screens come to a stack.
        case push
        /// Screens leave a stack.
        case pop
        /// A tab is selected, or refreshed.
        case select
    }

    /// Whose doing it is, and how.
    struct Origin: Hashable, Sendable {
        var device: DeviceID?
        var author: DeviceName?
        var isAnimated = false
        var revision: Revision?
    }

    /// What kind of event it is.
    public let kind: Kind
    /// The stack; `nil` of a selection.
    public let stack: StackID?
    /// The screens that come or leave, bottom to top: several if a whole stack was set. Empty of a
    /// selection.
    public let screens: [Screen]
    /// The tab that is selected; `nil` of a push or pop.
    public let tab: Tab?
    /// Whether the tab was the selected one already: its content starts afresh.
    public let isRefresh: Bool
    /// What people see when it is done.
    public let scene: Scene
    private let origin: Origin

    init(
        _ kind: Kind, stack: StackID? = nil, screens: [Screen] = [], tab: Tab? = nil,
        isRefresh: Bool = false, scene: Scene, origin: Origin
    ) {
        self.kind = kind
        self.stack = stack
        self.screens = screens
        self.tab = tab
        self.isRefresh = isRefresh
        self.scene = scene
        self.origin = origin
    }

    /// The device that did it; `nil` if that is not known, as after a gap.
    public var device: DeviceID? { origin.device }
    /// What the device was called then.
    public var author: DeviceName? { origin.author }
    /// Whether its author asked for an animation.
    public var isAnimated: Bool { origin.isAnimated }
    /// The revision that did it; `nil` of what is about to happen.
    public var revision: Revision? { origin.revision }

    /// What it is about, whatever else the scene shows: what has been allowed need not be asked twice.
    var subject: Identity {
        Identity(
            kind: kind, stack: stack, screens: screens.map(\.id), tab: tab?.id,
            isRefresh: isRefresh)
    }

    /// What an event is about.
    struct Identity: Hashable, Sendable {
        let kind: Kind
        let stack: StackID?
        let screens: [ScreenID]
        let tab: TabID?
        let isRefresh: Bool
    }
}

extension NavigationEvent {
    /// What happens between two scenes: for each stack that is in both what leaves it, then what comes
    /// to it, and then the selection. Stacks that come or go with their tab, modal or bar are no pushes
    /// and pops.
    static func events(
        from former: Scene, to scene: Scene, by origin: Origin
    ) -> [NavigationEvent] {
        var events: [NavigationEvent] = []
        for id in scene.stackIDs {
            guard let old = former.stack(id), let new = scene.stack(id), old != new else {
                continue
            }
            let popped = old.minus(new)
            let pushed = new.minus(old)
            if !popped.isEmpty {
                events.append(
                    NavigationEvent(
                        .pop, stack: id, screens: popped, scene: scene, origin: origin))
            }
            if !pushed.isEmpty {
                events.append(
                    NavigationEvent(
                        .push, stack: id, screens: pushed, scene: scene, origin: origin))
            }
        }
        return events + selection(from: former, to: scene, by: origin)
    }

    /// Nothing if nothing was selected before: then the first tab came, and nobody chose it.
    private static func selection(
        from former: Scene, to scene: Scene, by origin: Origin
    ) -> [NavigationEvent] {
        guard former.selectedTab != nil, let tab = scene.selected else { return [] }
        let isRefresh = former.selectedTab == tab.id
        guard !isRefresh || former.selected?.refreshed != tab.refreshed else { return [] }
        return [
            NavigationEvent(
                .select, tab: tab, isRefresh: isRefresh, scene: scene, origin: origin)
        ]
    }
}

extension [Screen] {
    /// Those that are not among the others.
    fileprivate func minus(_ others: [Screen]) -> [Screen] {
        let ids = Set(others.map(\.id))
        return filter { !ids.contains($0.id) }
    }
}

extension Scene {
    /// The stacks of the tabs, those of the modals, then those of the standalone bars.
    fileprivate var stackIDs: [StackID] {
        tabs.map { .tab($0.id) } + modals.map { .modal($0.id) }
            + standaloneBars.map { .bar($0.id) }
    }
}
