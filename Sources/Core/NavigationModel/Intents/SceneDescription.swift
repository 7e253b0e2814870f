/// A scene as an app declares it, or a person writes it in a file: what is shown, without the
/// identities and stamps that only the running state has.
public struct SceneDescription: Hashable, Sendable {
    /// The tab to select; `nil` leaves the selection to the rules.
    public var selectedTab: TabID?
    /// The tabs, in the order of the bar.
    public var tabs: [TabDescription]
    /// The modals, bottom to top; `nil` leaves the modals as they are.
    public var modals: [ModalDescription]?
    /// The look of the bars; `nil` leaves that as it is.
    public var bars: [BarKey: String]?
    /// The bars that no controller manages; `nil` leaves them as they are.
    public var standaloneBars: [StandaloneBarDescription]?

    /// Joins the parts.
    public init(
        selectedTab: TabID? = nil, tabs: [TabDescription], modals: [ModalDescription]? = nil,
        bars: [BarKey: String]? = nil, standaloneBars: [StandaloneBarDescription]? = nil
    ) {
        self.selectedTab = selectedTab
        self.tabs = tabs
        self.modals = modals
        self.bars = bars
        self.standaloneBars = standaloneBars
    }

    /// Describes a projected scene.
    public init(_ scene: Scene) {
        selectedTab = scene.selectedTab
        tabs = scene.tabs.map { tab in
            TabDescription(
                id: tab.id, title: tab.title, icon: tab.icon, isEnabled: tab.isEnabled,
                badge: tab.badge, properties: tab.properties,
                stack: tab.stack.map(ScreenDescription.init))
        }
        modals = scene.modals.isEmpty ? nil : scene.modals.map(ModalDescription.init)
        bars = scene.bars.isEmpty ? nil : scene.bars
        standaloneBars =
            scene.standaloneBars.isEmpty
            ? nil : scene.standaloneBars.map(StandaloneBarDescription.init)
    }
}

/// A tab as an app declares it.
public struct TabDescription: Hashable, Sendable {
    /// The app's name for it.
    public var id: TabID
    /// The label.
    public var title: String
    /// The name of a symbol; empty text is none.
    public var icon: String?
    /// A Boolean value indicating whether people can select it.
    public var isEnabled: Bool
    /// The badge's text: empty for a dot, `nil` for none.
    public var badge: String?
    /// Its other properties.
    public var properties: Properties
    /// The screens, bottom to top.
    public var stack: [ScreenDescription]

    /// Joins the parts.
    public init(
        id: TabID, title: String, icon: String? = nil, isEnabled: Bool = true,
        badge: String? = nil, properties: Properties = [:], stack: [ScreenDescription] = []
    ) {
        self.id = id
        self.title = title
        self.icon = icon.flatMap { $0.isEmpty ? nil : $0 }
        self.isEnabled = isEnabled
        self.badge = badge
        self.properties = properties
        self.stack = stack
    }

    /// The attributes that show the tab as described, but for its properties.
    var attributes: [Attribute] {
        [
            Attribute(field: TabField.title, value: .text(title)),
            Attribute(field: TabField.icon, value: .optionalText(icon)),
            Attribute(field: TabField.isEnabled, value: .flag(isEnabled)),
        ]
    }
}

/// A screen as an app declares it.
public struct ScreenDescription: Hashable, Sendable {
    /// The deep link.
    public let route: String
    /// The title; empty text is none.
    public let title: String?
    /// Bytes that only the app understands; no bytes are none.
    public let payload: [UInt8]?
    /// Its other properties.
    public let properties: Properties
    /// The app's own name for the subject of a push; empty text is none. Pushes of one identity on
    /// one screen are twins, whatever their other attributes, even from two devices; without one
    /// they are twins if all their attributes are equal. It is for pushes alone: items of a list
    /// are distinguished by their order.
    public let identity: String?

    /// Joins the parts.
    public init(
        route: String, title: String? = nil, payload: [UInt8]? = nil,
        properties: Properties = [:], identity: String? = nil
    ) {
        self.route = route
        self.title = title.flatMap { $0.isEmpty ? nil : $0 }
        self.payload = payload.flatMap { $0.isEmpty ? nil : $0 }
        self.properties = properties
        self.identity = identity.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Describes a projected screen.
    init(_ screen: Screen) {
        self.init(
            route: screen.route, title: screen.title, payload: screen.payload,
            properties: screen.properties)
    }

    /// The attributes that show a fresh screen as described.
    var attributes: [Attribute] {
        [Attribute(field: ScreenField.route, value: .text(route))]
            + changeableAttributes.filter { $0.value != .none } + properties.attributes
    }

    /// The attributes that push a screen as described.
    var pushedAttributes: [Attribute] {
        attributes
            + (identity.map { [Attribute(field: ScreenField.identity, value: .text($0))] } ?? [])
    }

    /// The attributes but the route, which never changes once a screen exists, and the properties;
    /// empty ones included, so that a screen loses what its description lacks.
    var changeableAttributes: [Attribute] {
        [
            Attribute(field: ScreenField.title, value: .optionalText(title)),
            Attribute(field: ScreenField.payload, value: Value(bytes: payload ?? [])),
        ]
    }

    /// Returns a Boolean value indicating whether both show the same, to the byte.
    func isSame(as other: ScreenDescription) -> Bool {
        route.hasSameBytes(as: other.route)
            && changeableAttributes == other.changeableAttributes
            && properties.attributes == other.properties.attributes
    }
}

/// A modal as an app presents it.
public struct ModalDescription: Hashable, Sendable {
    /// The deep link.
    public let route: String
    /// The effort that it demands of the person.
    public let kind: ModalKind
    /// The title; empty text is none.
    public let title: String?
    /// Bytes that only the app understands; no bytes are none.
    public let payload: [UInt8]?
    /// Its other properties.
    public let properties: Properties
    /// The screens, bottom to top.
    public let stack: [ScreenDescription]

    /// Joins the parts.
    public init(
        route: String, kind: ModalKind = .simple, title: String? = nil, payload: [UInt8]? = nil,
        properties: Properties = [:], stack: [ScreenDescription] = []
    ) {
        self.route = route
        self.kind = kind
        self.title = title.flatMap { $0.isEmpty ? nil : $0 }
        self.payload = payload.flatMap { $0.isEmpty ? nil : $0 }
        self.properties = properties
        self.stack = stack
    }

    /// Describes a projected modal.
    init(_ modal: Modal) {
        self.init(
            route: modal.route, kind: modal.kind, title: modal.title, payload: modal.payload,
            properties: modal.properties, stack: modal.stack.map(ScreenDescription.init))
    }

    /// The attributes that show a fresh modal as described.
    var attributes: [Attribute] {
        [
            Attribute(field: ModalField.route, value: .text(route)),
            Attribute(field: ModalField.kind, value: .text(kind.rawValue)),
            Attribute(field: ModalField.title, value: .optionalText(title)),
            Attribute(field: ModalField.payload, value: Value(bytes: payload ?? [])),
        ].filter { !$0.value.bytes.isEmpty } + properties.attributes
    }
}

/// A bar that no controller manages, as an app declares it.
public struct StandaloneBarDescription: Hashable, Sendable {
    /// The app's name for it.
    public let id: StandaloneBarID
    /// Its properties.
    public let properties: Properties
    /// The items, bottom to top.
    public let items: [ScreenDescription]

    /// Joins the parts.
    public init(
        id: StandaloneBarID, properties: Properties = [:], items: [ScreenDescription] = []
    ) {
        self.id = id
        self.properties = properties
        self.items = items
    }

    /// Describes a projected standalone bar.
    init(_ bar: StandaloneBar) {
        self.init(
            id: bar.id, properties: bar.properties, items: bar.items.map(ScreenDescription.init))
    }
}
