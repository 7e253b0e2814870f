package import NavigationModel

/// One thing that a person does on a device, in terms of what it shows.
package enum Act: Hashable, Sendable {
    /// The app declares tabs at first launch, in one change: those that the device does not see.
    case declare([TabID])
    /// Pushes a screen with this route and so many bytes of content.
    case push(String, onto: TabID, length: Int = 0)
    case pop(TabID)
    case popScreen(String)
    case popTo(String)
    case popToRoot(TabID)
    case setItems([String], of: TabID)
    case select(TabID)
    case move(TabID, TabPlace)
    case remove(TabID)
    case title(TabID, String)
    case enable(TabID)
    case disable(TabID)
    case addToBadge(Int64, of: TabID)
    case setBadge(String, of: TabID)
    case clearBadge(TabID)

    /// What it means on a device that shows `scene`; `nil` if it names what is not there.
    func intent(in scene: Scene) -> Intent? {
        switch self {
        case .declare(let tabs):
            var description = SceneDescription(scene)
            let new = tabs.filter { scene.tab($0) == nil }
            guard !new.isEmpty else { return nil }
            description.tabs += new.map { id in
                TabDescription(
                    id: id, title: id.rawValue, stack: [ScreenDescription(route: "root")])
            }
            return .become(description)
        case .push(let route, let tab, let length):
            let payload = length > 0 ? [UInt8](repeating: 7, count: length) : nil
            return .push(ScreenDescription(route: route, payload: payload), onto: tab)
        case .pop(let tab): return .pop(from: tab)
        case .popScreen(let route): return scene.screen(route).map { .popScreen($0) }
        case .popTo(let route): return scene.screen(route).map { .popTo($0) }
        case .popToRoot(let tab): return .popToRoot(of: tab)
        case .setItems(let routes, let tab):
            return .setItems(routes.map { ScreenDescription(route: $0) }, of: tab)
        case .select(let tab): return .selectTab(tab)
        case .move(let tab, let place): return .moveTab(tab, place)
        case .remove(let tab): return .removeTab(tab)
        case .title(let tab, let title): return .updateTab(tab, title: title)
        case .enable(let tab): return .updateTab(tab, isEnabled: true)
        case .disable(let tab): return .updateTab(tab, isEnabled: false)
        case .addToBadge(let count, let tab): return .addToBadge(tab, count)
        case .setBadge(let text, let tab): return .setBadge(tab, .text(text))
        case .clearBadge(let tab): return .setBadge(tab, .cleared)
        }
    }
}

extension Scene {
    /// The uppermost screen with this route, on any stack.
    fileprivate func screen(_ route: String) -> ScreenID? {
        tabs.flatMap(\.stack).last { $0.route == route }?.id
    }
}
