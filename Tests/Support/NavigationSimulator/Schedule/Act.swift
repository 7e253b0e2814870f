package import NavigationModel

/// One thing that a person does on a device, in terms of what it shows.
package enum Act: Hashable, Sendable {
    /// The app declares tabs at first launch, in one change: those that the device does not see.
    case declare([TabID])
    /// Pushes a screen with this route and so many bytes of content.
    case push(String, onto: String, length: Int = 0)
    case pop(String)
    case popScreen(String)
    case popTo(String)
    case popToRoot(String)
    case setItems([String], of: String)
    case select(TabID)
    /// Keeps the shared selection, or an own one.
    case keepSelection(SelectionMode)
    /// Follows the first other device that keeps no shared selection.
    case follow
    /// Sends the first such device to the tab of this one.
    case handOff
    case move(TabID, TabPlace)
    case remove(TabID)
    case title(TabID, String)
    case enable(TabID)
    case disable(TabID)
    case addToBadge(Int64, of: TabID)
    case setBadge(String, of: TabID)
    case clearBadge(TabID)
    case titleScreen(String, String)
    /// Presents a modal with this route and one screen of its own.
    case present(String)
    case answer(String, ModalAnswer)
    case dismiss(String)
    case setBar(BarKey, String)
    case declareBar(StandaloneBarID)
    case removeBar(StandaloneBarID)
    /// Sets a property of an item; `nil` unsets it.
    case setProperty(PropertyName, of: Item, String?)
    /// An act of a newer version's app: an operation, or a field, that is unknown here.
    case novelOperation
    case novelField(TabID, String)

    /// The operations that it comes to on a device whose state this is; none if it makes no sense.
    func operations(
        by device: DeviceID, in state: SceneState,
        using generator: inout some RandomNumberGenerator
    ) -> [Operation] {
        switch self {
        case .novelOperation: return [.unknown]
        case .novelField(let tab, let text):
            let field = Field(number: 900, part: "novel")
            return [
                .updateTab(tab, attributes: [Attribute(field: field, value: .text(text))])
            ]
        default:
            guard let intent = selectionIntent(of: device, in: state) ?? intent(in: state.scene)
            else { return [] }
            return (try? state.operations(for: intent, by: device, using: &generator)) ?? []
        }
    }

    /// Returns the intent about another device; `nil` if there is none that keeps no shared
    /// selection, and for other acts.
    private func selectionIntent(of device: DeviceID, in state: SceneState) -> Intent? {
        let other = state.devicesWithSelection.first { $0 != device }
        switch self {
        case .follow: return other.map { .keepSelection(.following($0)) }
        case .handOff: return other.map { .handOff(to: $0) }
        default: return nil
        }
    }

    /// Returns the intent on a device that shows `scene`; `nil` if the act names an item that is
    /// missing.
    private func intent(in scene: Scene) -> Intent? {
        switch self {
        case .declare(let tabs):
            var description = SceneDescription(scene)
            let new = tabs.filter { scene.tab($0) == nil }
            guard !new.isEmpty else { return nil }
            description.tabs += new.map { id in
                TabDescription(
                    id: id, title: id.rawValue, stack: [ScreenDescription(route: "root")])
            }
            return .replaceScene(description)
        case .push(let route, let stack, let length):
            let payload = length > 0 ? [UInt8](repeating: 7, count: length) : nil
            let screen = ScreenDescription(route: route, payload: payload)
            return .push(screen, onto: scene.stack(named: stack))
        case .pop(let stack): return .pop(from: scene.stack(named: stack))
        case .popScreen(let route): return scene.screen(route).map { .popScreen($0) }
        case .popTo(let route): return scene.screen(route).map { .popTo($0) }
        case .popToRoot(let stack): return .popToRoot(of: scene.stack(named: stack))
        case .setItems(let routes, let stack):
            let screens = routes.map { ScreenDescription(route: $0) }
            return .setItems(screens, of: scene.stack(named: stack))
        case .select(let tab): return .selectTab(tab)
        case .keepSelection(let mode): return .keepSelection(mode)
        case .move(let tab, let place): return .moveTab(tab, place)
        case .remove(let tab): return .removeTab(tab)
        case .title(let tab, let title): return .updateTab(tab, title: title)
        case .enable(let tab): return .updateTab(tab, isEnabled: true)
        case .disable(let tab): return .updateTab(tab, isEnabled: false)
        case .addToBadge(let count, let tab): return .addToBadge(tab, count)
        case .setBadge(let text, let tab): return .setBadge(tab, .text(text))
        case .clearBadge(let tab): return .setBadge(tab, .cleared)
        case .titleScreen(let route, let title):
            return scene.screen(route).map { .updateScreen($0, title: title) }
        case .present(let route):
            return .presentModal(
                ModalDescription(route: route, stack: [ScreenDescription(route: "\(route)/1")]))
        case .answer(let route, let answer):
            return scene.modal(route: route).map { .answerModal($0, answer) }
        case .dismiss(let route): return scene.modal(route: route).map { .dismissModal($0) }
        case .setBar(let key, let value): return .setBar(key, value)
        case .declareBar(let bar): return .declareBar(StandaloneBarDescription(id: bar))
        case .removeBar(let bar): return .removeBar(bar)
        case .setProperty(let name, let item, let text):
            return scene.id(of: item).map { .setProperties($0, [name: text]) }
        case .follow, .handOff, .novelOperation, .novelField: return nil
        }
    }
}

extension SceneState {
    /// The devices that keep no shared selection, in the order of their ids.
    package var devicesWithSelection: [DeviceID] {
        entries.compactMap { entry in
            guard entry.effect.record.kind == .device, entry.effect.field == DeviceField.selection,
                let device = DeviceID(entry.effect.record.name), selection(of: device) != .shared
            else { return nil }
            return device
        }
    }
}

extension Scene {
    /// The uppermost screen with this route, on any stack.
    fileprivate func screen(_ route: String) -> ScreenID? {
        allScreens.last { $0.route == route }?.id
    }

    private var allScreens: [Screen] {
        tabs.flatMap(\.stack) + modals.flatMap(\.stack) + standaloneBars.flatMap(\.items)
    }

    /// The item as the scene knows it.
    fileprivate func id(of item: Act.Item) -> ItemID? {
        switch item {
        case .tab(let tab): .tab(tab)
        case .screen(let route): screen(route).map { .screen($0) }
        case .modal(let route): modal(route: route).map { .modal($0) }
        case .bar(let bar): .bar(bar)
        }
    }

    /// Returns the properties that are set on an item; `nil` if it is missing.
    func properties(of item: Act.Item) -> Properties? {
        switch id(of: item) {
        case .tab(let id): tab(id)?.properties
        case .screen(let id): allScreens.first { $0.id == id }?.properties
        case .modal(let id): modal(id)?.properties
        case .bar(let id): standaloneBar(id)?.properties
        case nil: nil
        }
    }

    /// The uppermost modal with this route.
    package func modal(route: String) -> ModalID? { modals.last { $0.route == route }?.id }

    /// The stack of the modal with this route, of the standalone bar, or else of the tab with this
    /// name.
    package func stack(named name: String) -> StackID {
        if let modal = modal(route: name) { return .modal(modal) }
        let bar = StandaloneBarID(unchecked: name)
        return standaloneBar(bar) == nil ? .tab(TabID(unchecked: name)) : .bar(bar)
    }
}
