public import NavigationModel

/// A push, a pop or a selection of a tab: about to happen, or committed.
public struct NavigationEvent: Hashable, Sendable {
    /// The kinds of events.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Screens are pushed on a stack.
        case push
        /// Screens are popped from a stack.
        case pop
        /// A tab is selected, or refreshed.
        case select
    }

    /// The author, animation and revision of an event.
    struct Origin: Hashable, Sendable {
        var device: DeviceID?
        var author: DeviceName?
        var isAnimated = false
        var revision: Revision?
    }

    /// The kind of the event.
    public let kind: Kind
    /// The stack; `nil` for a selection.
    public let stack: StackID?
    /// The screens that are pushed or popped, bottom to top: several if a whole stack was set.
    /// Empty for a selection.
    public let screens: [Screen]
    /// The tab that is selected; `nil` for a push or pop.
    public let tab: Tab?
    /// A Boolean value indicating whether the tab was selected already: its content starts afresh.
    public let isRefresh: Bool
    /// The scene after the event.
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

    /// The device that made the change; `nil` if it is unknown, as after a gap.
    public var device: DeviceID? { origin.device }
    /// The device's name at the time of the change.
    public var author: DeviceName? { origin.author }
    /// A Boolean value indicating whether the change's author requested an animation.
    public var isAnimated: Bool { origin.isAnimated }
    /// The revision of the commit; `nil` before it.
    public var revision: Revision? { origin.revision }

    /// The identity of the event, whatever else the scene shows: an approved event needs no second
    /// approval.
    var identity: Identity {
        Identity(
            kind: kind, stack: stack, screens: screens.map(\.id), tab: tab?.id,
            isRefresh: isRefresh)
    }

    /// The values that identify an event.
    struct Identity: Hashable, Sendable {
        let kind: Kind
        let stack: StackID?
        let screens: [ScreenID]
        let tab: TabID?
        let isRefresh: Bool
    }
}

extension NavigationEvent {
    /// Returns the events between two scenes: for each stack that is in both, first a pop, then a
    /// push; and then the selection. Stacks that are added or removed with their tab, modal or bar
    /// yield no pushes and pops.
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

    /// Returns no event if nothing was selected before: then the first tab was added, and nobody
    /// selected it.
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
    /// Returns the screens that are not among the others.
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
