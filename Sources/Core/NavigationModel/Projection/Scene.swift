/// The well-formed projection of a scene's state.
public struct Scene: Hashable, Sendable {
    /// The selected tab; `nil` only if no tab is enabled.
    public let selectedTab: TabID?
    /// The selection by which it is selected on the device whose view this is.
    public let selection: DeviceSelection
    /// The tabs in the order of the bar.
    public let tabs: [Tab]
    /// The modals over the tabs, bottom to top.
    public let modals: [Modal]
    /// The look of the bars, where the app has set it.
    public let bars: [BarKey: String]
    /// The bars that no controller manages, in the order of their ids.
    public let standaloneBars: [StandaloneBar]

    /// Joins the parts.
    public init(
        selectedTab: TabID?, tabs: [Tab], modals: [Modal] = [], bars: [BarKey: String] = [:],
        standaloneBars: [StandaloneBar] = [], selection: DeviceSelection = .shared
    ) {
        self.selectedTab = selectedTab
        self.selection = selection
        self.tabs = tabs
        self.modals = modals
        self.bars = bars
        self.standaloneBars = standaloneBars
    }

    /// Returns the scene with another tab selected.
    func selecting(_ tab: TabID?, by selection: DeviceSelection) -> Scene {
        Scene(
            selectedTab: tab, tabs: tabs, modals: modals, bars: bars,
            standaloneBars: standaloneBars, selection: selection)
    }

    /// The scene of an app that has declared nothing yet.
    public static let empty = Scene(selectedTab: nil, tabs: [])

    /// Returns the tab with this id, if it is in the bar.
    public func tab(_ id: TabID) -> Tab? { tabs.first { $0.id == id } }

    /// Returns the modal with this id, if it is presented.
    public func modal(_ id: ModalID) -> Modal? { modals.first { $0.id == id } }

    /// Returns the standalone bar with this id, if it is there.
    public func standaloneBar(_ id: StandaloneBarID) -> StandaloneBar? {
        standaloneBars.first { $0.id == id }
    }

    /// Returns the screens of a stack, bottom to top; `nil` if its owner is not shown.
    public func stack(_ id: StackID) -> [Screen]? {
        switch id {
        case .tab(let id): tab(id)?.stack
        case .modal(let id): modal(id)?.stack
        case .bar(let id): standaloneBar(id)?.items
        }
    }

    /// The selected tab with its stack.
    public var selected: Tab? { selectedTab.flatMap(tab) }
}

/// An item of the tab bar with its navigation stack.
public struct Tab: Hashable, Sendable, Identifiable {
    /// The app's name for it.
    public let id: TabID
    /// The label; the id if the app gave none.
    public let title: String
    /// The name of a symbol, if the app gave one.
    public let icon: String?
    /// A Boolean value indicating whether people can select it.
    public let isEnabled: Bool
    /// The text of the badge: empty for a dot, `nil` for no badge.
    public let badge: String?
    /// The stamp of its last refresh by re-selecting: another one with every refresh.
    public let refreshed: Stamp?
    /// The number of its refreshes by re-selecting.
    public let refreshCount: Int
    /// Its other properties.
    public let properties: Properties
    /// The screens, bottom to top.
    public let stack: [Screen]

    /// Joins the parts.
    public init(
        id: TabID, title: String, icon: String? = nil, isEnabled: Bool = true,
        badge: String? = nil, refreshed: Stamp? = nil, refreshCount: Int = 0,
        properties: Properties = [:], stack: [Screen] = []
    ) {
        self.id = id
        self.title = title
        self.icon = icon
        self.isEnabled = isEnabled
        self.badge = badge
        self.refreshed = refreshed
        self.refreshCount = refreshCount
        self.properties = properties
        self.stack = stack
    }
}

/// An entry on a navigation stack.
public struct Screen: Hashable, Sendable, Identifiable {
    /// Its own id, given by the device that pushed it.
    public let id: ScreenID
    /// The deep link; a device that does not know it shows a placeholder.
    public let route: String
    /// The title; `nil` if the app gave none.
    public let title: String?
    /// Bytes that only the app understands.
    public let payload: [UInt8]?
    /// Its other properties.
    public let properties: Properties

    /// Joins the parts.
    public init(
        id: ScreenID, route: String, title: String? = nil, payload: [UInt8]? = nil,
        properties: Properties = [:]
    ) {
        self.id = id
        self.route = route
        self.title = title
        self.payload = payload
        self.properties = properties
    }
}

/// A presentation over the tabs, with a navigation stack of its own.
public struct Modal: Hashable, Sendable, Identifiable {
    /// Its own id, given by the device that presented it.
    public let id: ModalID
    /// The deep link; a device that does not know it shows a placeholder.
    public let route: String
    /// The effort that it demands of the person.
    public let kind: ModalKind
    /// The title; `nil` if the app gave none.
    public let title: String?
    /// Bytes that only the app understands.
    public let payload: [UInt8]?
    /// Its other properties.
    public let properties: Properties
    /// The screens, bottom to top.
    public let stack: [Screen]

    /// Joins the parts.
    public init(
        id: ModalID, route: String, kind: ModalKind = .simple, title: String? = nil,
        payload: [UInt8]? = nil, properties: Properties = [:], stack: [Screen] = []
    ) {
        self.id = id
        self.route = route
        self.kind = kind
        self.title = title
        self.payload = payload
        self.properties = properties
        self.stack = stack
    }
}

/// A bar that no controller manages, with items of its own: an app puts it on a screen, or over
/// all.
public struct StandaloneBar: Hashable, Sendable, Identifiable {
    /// The app's name for it.
    public let id: StandaloneBarID
    /// Its properties.
    public let properties: Properties
    /// Its items, bottom to top; of a bar with buttons side by side, in their order.
    public let items: [Screen]

    /// Joins the parts.
    public init(id: StandaloneBarID, properties: Properties = [:], items: [Screen] = []) {
        self.id = id
        self.properties = properties
        self.items = items
    }
}
