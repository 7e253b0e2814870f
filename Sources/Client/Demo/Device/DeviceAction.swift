internal import CommandLine
internal import Glibc
internal import NavigationModel
internal import NavigationSceneFile
internal import NavigationText

/// The devices of the demo.
enum DemoDevice: String, Codable, CaseIterable, CodingKeyRepresentable {
    /// In the pocket.
    case phone
    /// On the sofa; its connection is the one that is cut.
    case tablet
    /// At work.
    case desk

    /// Returns a title for a screen that this device pushes: it names the device.
    func title(_ number: Int) -> String {
        switch self {
        case .phone: "From phone \(number)"
        case .tablet: "태블릿에서 \(number)"
        case .desk: "من المكتب \(number)"
        }
    }
}

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
            throw CommandError(message: "'\(tab)' is not a valid tab id")
        }
        return id
    }
}

/// The location of the demo's scene file.
enum SceneFileLocation {
    private static let name = "clock.en.yaml"

    /// Returns the given file; else the demo's own: of the checkout around the working directory,
    /// of the one that the program was built in, or of the installed package.
    static func find(given: String?) throws(CommandError) -> String {
        if let given { return given }
        var folders = ["Config/scenes"]
        var parent = ProgramFile.directory[...]
        while let slash = parent.lastIndex(of: "/") {
            parent = parent[..<slash]
            folders.append("\(parent)/Config/scenes")
        }
        folders.append("/usr/share/navsync/scenes")
        let candidates = folders.map { "\($0)/\(name)" }
        guard let found = candidates.first(where: { unsafe access($0, R_OK) == 0 }) else {
            throw CommandError(
                message: "can't find the scene file \(name)",
                advice: "run the demo in a checkout of navsync, or use --scene-file")
        }
        return found
    }

    /// Reads and checks a scene file.
    static func read(_ path: String) throws -> SceneDescription {
        let bytes = try TextFile.read(path, atMost: SceneFile.sizeLimit + 1)
        return try SceneFile.read(bytes, name: path)
    }
}
