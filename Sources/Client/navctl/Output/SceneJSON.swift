internal import NavigationBars
internal import NavigationModel
internal import NavigationProperties

/// A scene as JSON.
enum SceneJSON {
    /// Returns `selectedTab`, `tabs` in the order of the bar with their stacks bottom to top,
    /// `modals` bottom to top with theirs, `bars` as set for all, `tabBar` with its effective
    /// properties, `standaloneBars`.
    ///
    /// - Parameter platform: the device's: the capabilities of its bars depend on it.
    static func value(of scene: Scene, on platform: Platform = .usual) -> JSON {
        [
            "selectedTab": JSON(scene.selectedTab?.rawValue),
            "tabs": .array(scene.tabs.map { value(of: $0, in: scene, on: platform) }),
            "modals": .array(scene.modals.map { value(of: $0, in: scene, on: platform) }),
            "bars": value(of: scene.bars), "tabBar": TabBarJSON.value(of: scene),
            "standaloneBars": standaloneBars(of: scene, on: platform),
        ]
    }

    /// Returns the bars that no controller manages: the members of a navigation bar, and `id`,
    /// `kind`, `screen`, `selectedItem`, `properties`.
    static func standaloneBars(of scene: Scene, on platform: Platform) -> JSON {
        .array(scene.standaloneBars.map { value(of: $0, in: scene, on: platform) })
    }

    /// Returns the looks of the bars, by their keys.
    static func value(of bars: [BarKey: String]) -> JSON {
        .object(
            Dictionary(bars.map { ($0.key.rawValue, JSON.string($0.value)) }) { first, _ in first })
    }

    /// Returns the set properties, by their names.
    static func value(of properties: Properties) -> JSON {
        .object(
            Dictionary(properties.values.map { ($0.key.rawValue, JSON.string($0.value)) }) {
                first, _ in first
            })
    }

    private static func value(
        of tab: Tab, in scene: Scene, on platform: Platform
    ) -> JSON {
        let properties = tab.properties
        return [
            "id": .string(tab.id.rawValue), "title": .string(tab.title), "icon": JSON(tab.icon),
            "badge": JSON(tab.badge), "enabled": .bool(tab.isEnabled),
            "refreshCount": JSON(tab.refreshCount),
            "item": [
                "title": .string(tab.title), "image": JSON(tab.icon),
                "selectedImage": JSON(properties.said(.selectedImage)), "badge": JSON(tab.badge),
            ],
            "role": JSON(properties.said(.role)), "group": JSON(properties.said(.group)),
            "children": .array(scene.children(of: tab).map { .string($0.id.rawValue) }),
            "purpose": JSON(properties.said(.purpose)),
            "properties": value(of: properties),
            "navigationBar": NavigationBarJSON.value(
                of: scene.navigationBar(of: tab), on: platform),
            "stack": ScreenJSON.values(of: tab.stack),
        ]
    }

    private static func value(
        of modal: Modal, in scene: Scene, on platform: Platform
    ) -> JSON {
        let properties = modal.properties
        return [
            "id": .string(modal.id.rawValue), "route": .string(modal.route),
            "kind": .string(modal.kind.rawValue), "title": JSON(modal.title),
            "presentationEdge": .string("bottom"),
            "step": .typed(.step, properties), "steps": .typed(.steps, properties),
            "dismiss": .array(modal.dismissActions.map(JSON.string)),
            "cancel": ["title": JSON(properties.said(.cancelTitle))],
            "preferred": [
                "title": JSON(properties.said(.preferredTitle)),
                "enabled": .typed(.preferredIsEnabled, properties),
            ],
            "isDirty": .typed(.isDirty, properties), "draft": JSON(properties.said(.draft)),
            "hasInput": .typed(.hasInput, properties),
            "isSelfContained": .typed(.isSelfContained, properties),
            "reason": JSON(properties.said(.reason)),
            "popover": ScreenJSON.popover(properties),
            "properties": value(of: properties),
            "navigationBar": NavigationBarJSON.value(
                of: scene.navigationBar(of: modal), on: platform),
            "stack": ScreenJSON.values(of: modal.stack),
        ]
    }

    private static func value(
        of bar: StandaloneBar, in scene: Scene, on platform: Platform
    ) -> JSON {
        let members = NavigationBarJSON.members(
            of: scene.navigationBar(of: bar), on: platform)
        return .object(
            members.adding([
                "id": .string(bar.id.rawValue), "kind": .typed(.barKind, bar.properties),
                "screen": JSON(bar.properties.said(.barScreen)),
                "selectedItem": JSON(bar.properties.said(.selectedItem)),
                "properties": value(of: bar.properties),
            ]))
    }

    /// Returns the tab, modal or bar that a stack belongs to.
    static func members(of stack: StackID) -> [String: JSON] {
        switch stack {
        case .tab(let id): ["tab": .string(id.rawValue)]
        case .modal(let id): ["modal": .string(id.rawValue)]
        case .bar(let id): ["bar": .string(id.rawValue)]
        }
    }
}

extension Platform {
    /// The default platform, of a device that names none.
    static var usual: Platform { Platform(.iOS, 18) }
}
