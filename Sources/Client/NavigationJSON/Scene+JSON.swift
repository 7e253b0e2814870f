package import NavigationBars
package import NavigationModel
internal import NavigationProperties

/// A scene as JSON: tabs in the order of the bar, stacks and modals bottom to top, the bars as set for
/// all, the tab bar with its effective properties, and the standalone bars.
package struct SceneJSON: Encodable {
    private let selectedTab: String?
    private let selection: SelectionJSON
    package let tabs: [TabJSON]
    package let modals: [ModalJSON]
    private let bars: [String: String]
    private let tabBar: TabBarJSON
    package let standaloneBars: [StandaloneBarJSON]

    /// - Parameter platform: the device's: the capabilities of its bars depend on it.
    package init(_ scene: Scene, on platform: Platform = .usual) {
        selectedTab = scene.selectedTab?.rawValue
        selection = SelectionJSON(scene.selection)
        tabs = scene.tabs.map { TabJSON($0, in: scene, on: platform) }
        modals = scene.modals.map { ModalJSON($0, in: scene, on: platform) }
        bars = scene.bars.texts
        tabBar = TabBarJSON(scene)
        standaloneBars = scene.standaloneBars.map { StandaloneBarJSON($0, in: scene, on: platform) }
    }
}

/// The selection that a device keeps, as JSON.
package struct SelectionJSON: Encodable {
    private let mode: String
    private let followed: String?

    /// Takes a selection.
    package init(_ selection: DeviceSelection) {
        mode = selection.mode
        followed = selection.followed?.description
    }
}

/// A tab as JSON.
package struct TabJSON: Encodable {
    private let id: String
    private let title: String
    private let icon: String?
    private let badge: String?
    private let enabled: Bool
    private let refreshCount: JSON
    private let item: Item
    private let role: String?
    private let group: String?
    private let children: [String]
    private let purpose: String?
    private let properties: [String: String]
    private let navigationBar: NavigationBarJSON
    package let stack: [StackedScreenJSON]

    private struct Item: Encodable {
        let title: String
        let image: String?
        let selectedImage: String?
        let badge: String?
    }

    init(_ tab: Tab, in scene: Scene, on platform: Platform) {
        let explicit = tab.properties
        id = tab.id.rawValue
        title = tab.title
        icon = tab.icon
        badge = tab.badge
        enabled = tab.isEnabled
        refreshCount = JSON(tab.refreshCount)
        item = Item(
            title: tab.title, image: tab.icon, selectedImage: explicit.explicitText(.selectedImage),
            badge: tab.badge)
        role = explicit.explicitText(.role)
        group = explicit.explicitText(.group)
        children = scene.children(of: tab).map(\.id.rawValue)
        purpose = explicit.explicitText(.purpose)
        properties = explicit.texts
        navigationBar = NavigationBarJSON(scene.navigationBar(of: tab), on: platform)
        stack = StackedScreenJSON.list(tab.stack)
    }
}

/// A modal as JSON.
package struct ModalJSON: Encodable {
    private let id: String
    private let route: String
    private let kind: String
    private let title: String?
    private let presentationEdge = "bottom"
    private let step: JSON
    private let steps: JSON
    private let dismiss: [String]
    private let cancel: Cancel
    private let preferred: Preferred
    private let isDirty: JSON
    private let draft: String?
    private let hasInput: JSON
    private let isSelfContained: JSON
    private let reason: String?
    private let popover: PopoverJSON?
    private let payload: JSON
    private let properties: [String: String]
    private let navigationBar: NavigationBarJSON
    package let stack: [StackedScreenJSON]

    private struct Cancel: Encodable {
        let title: String?
    }

    private struct Preferred: Encodable {
        let title: String?
        let enabled: JSON
    }

    init(_ modal: Modal, in scene: Scene, on platform: Platform) {
        let explicit = modal.properties
        id = modal.id.rawValue
        route = modal.route
        kind = modal.kind.rawValue
        title = modal.title
        step = .typed(.step, explicit)
        steps = .typed(.steps, explicit)
        dismiss = modal.dismissActions
        cancel = Cancel(title: explicit.explicitText(.cancelTitle))
        preferred = Preferred(
            title: explicit.explicitText(.preferredTitle),
            enabled: .typed(.preferredIsEnabled, explicit))
        isDirty = .typed(.isDirty, explicit)
        draft = explicit.explicitText(.draft)
        hasInput = .typed(.hasInput, explicit)
        isSelfContained = .typed(.isSelfContained, explicit)
        reason = explicit.explicitText(.reason)
        popover = PopoverJSON(explicit)
        payload = JSON(payload: modal.payload)
        properties = explicit.texts
        navigationBar = NavigationBarJSON(scene.navigationBar(of: modal), on: platform)
        stack = StackedScreenJSON.list(modal.stack)
    }
}

/// A bar that no controller manages, as JSON: the members of a navigation bar, and its own.
package struct StandaloneBarJSON: Encodable {
    private let id: String
    private let kind: JSON
    private let screen: String?
    private let selectedItem: String?
    private let properties: [String: String]
    private let bar: NavigationBarJSON

    private enum CodingKeys: CodingKey {
        case id, kind, screen, selectedItem, properties
    }

    /// Takes a bar of a scene.
    package init(_ bar: StandaloneBar, in scene: Scene, on platform: Platform) {
        id = bar.id.rawValue
        kind = .typed(.barKind, bar.properties)
        screen = bar.properties.explicitText(.barScreen)
        selectedItem = bar.properties.explicitText(.selectedItem)
        properties = bar.properties.texts
        self.bar = NavigationBarJSON(scene.navigationBar(of: bar), on: platform)
    }

    /// Encodes the bar's own members among those of a navigation bar.
    package func encode(to encoder: any Encoder) throws {
        try bar.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        try members.encode(kind, forKey: .kind)
        try members.encodeIfPresent(screen, forKey: .screen)
        try members.encodeIfPresent(selectedItem, forKey: .selectedItem)
        try members.encode(properties, forKey: .properties)
    }
}

extension [BarKey: String] {
    /// The looks of the bars, by their keys.
    package var texts: [String: String] {
        [String: String](map { ($0.key.rawValue, $0.value) }) { first, _ in first }
    }
}

extension Properties {
    /// The set properties, by their names.
    package var texts: [String: String] {
        Dictionary(values.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
    }
}

extension StackID {
    /// The tab, modal or bar that the stack belongs to.
    package var owner: [String: String] {
        switch self {
        case .tab(let id): ["tab": id.rawValue]
        case .modal(let id): ["modal": id.rawValue]
        case .bar(let id): ["bar": id.rawValue]
        }
    }
}

extension Platform {
    /// The default platform, of a device that names none.
    package static var usual: Platform { Platform(.iOS, 18) }
}
