/// A scene as an app declares it, or a person writes it in a file: what is shown, without the
/// identities and stamps that only the running state has.
public struct SceneDescription: Hashable, Sendable {
    /// The tab to select; `nil` leaves the selection to the rules.
    public var selectedTab: TabID?
    /// The tabs, in the order of the bar.
    public var tabs: [TabDescription]

    /// Joins the parts.
    public init(selectedTab: TabID? = nil, tabs: [TabDescription]) {
        self.selectedTab = selectedTab
        self.tabs = tabs
    }

    /// Describes what people see in `scene`.
    public init(_ scene: Scene) {
        selectedTab = scene.selectedTab
        tabs = scene.tabs.map { tab in
            TabDescription(
                id: tab.id, title: tab.title, icon: tab.icon, isEnabled: tab.isEnabled,
                badge: tab.badge,
                stack: tab.stack.map(ScreenDescription.init))
        }
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
    /// Whether people can select it.
    public var isEnabled: Bool
    /// The badge's text: empty for a dot, `nil` for none.
    public var badge: String?
    /// The screens, bottom to top.
    public var stack: [ScreenDescription]

    /// Joins the parts.
    public init(
        id: TabID, title: String, icon: String? = nil, isEnabled: Bool = true,
        badge: String? = nil, stack: [ScreenDescription] = []
    ) {
        self.id = id
        self.title = title
        self.icon = icon.flatMap { $0.isEmpty ? nil : $0 }
        self.isEnabled = isEnabled
        self.badge = badge
        self.stack = stack
    }

    /// The attributes that show the tab as described.
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

    /// Joins the parts.
    public init(route: String, title: String? = nil, payload: [UInt8]? = nil) {
        self.route = route
        self.title = title.flatMap { $0.isEmpty ? nil : $0 }
        self.payload = payload.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Describes what people see of `screen`.
    init(_ screen: Screen) {
        self.init(route: screen.route, title: screen.title, payload: screen.payload)
    }

    /// The attributes that show a fresh screen as described.
    var attributes: [Attribute] {
        [Attribute(field: ScreenField.route, value: .text(route))]
            + changeableAttributes.filter { $0.value != .none }
    }

    /// All but the route, which a screen that exists has for good; those that are empty too, so
    /// that it loses what it no longer has.
    var changeableAttributes: [Attribute] {
        [
            Attribute(field: ScreenField.title, value: .optionalText(title)),
            Attribute(field: ScreenField.payload, value: Value(bytes: payload ?? [])),
        ]
    }

    /// Whether both show the same, to the byte.
    func isSame(as other: ScreenDescription) -> Bool {
        route.hasSameBytes(as: other.route) && changeableAttributes == other.changeableAttributes
    }
}
