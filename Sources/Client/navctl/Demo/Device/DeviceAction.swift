internal import NavigationModel
internal import NavigationSceneFile
internal import NavigationText

/// An action that the demo sends to a device: one JSON line on the device's standard input.
enum DeviceAction: Codable, Hashable, Sendable {
    /// Replace the scene by that of a file, as an app does at launch.
    case apply(file: String)
    /// Select a tab.
    case select(tab: String)
    /// Push a screen.
    case push(route: String, title: String, tab: String)
    /// Pop the top screen of a tab.
    case pop(tab: String)
    /// Pop all but the first screen of a tab.
    case popToRoot(tab: String)
    /// Add to a tab's badge.
    case addToBadge(tab: String, count: Int64)

    /// Returns the intent of the action for a mirror; reads the file that it names.
    func intent() throws -> Intent {
        switch self {
        case .apply(let file): .replaceScene(try SceneFileLocation.read(file))
        case .select(let tab): .selectTab(try id(tab))
        case .push(let route, let title, let tab):
            .push(ScreenDescription(route: route, title: title), onto: .tab(try id(tab)))
        case .pop(let tab): .pop(from: .tab(try id(tab)))
        case .popToRoot(let tab): .popToRoot(of: .tab(try id(tab)))
        case .addToBadge(let tab, let count): .addToBadge(try id(tab), count)
        }
    }

    private func id(_ tab: String) throws -> TabID {
        guard let id = TabID(rawValue: tab) else {
            throw CommandError(message: "'\(tab)' can't name a tab")
        }
        return id
    }
}
