internal import FoundationEssentials
internal import NavigationModel

/// Writes a scene in canonical form: fixed order of keys, two spaces a level, and no optional
/// key that says only what goes without saying.
struct SceneFileWriter {
    /// What is written so far.
    private(set) var text = ""

    /// Appends the whole file.
    mutating func write(_ scene: SceneDescription) {
        typealias Key = SceneFileSceneKey
        line("", Key.version, String(SceneFile.version))
        if let selected = scene.selectedTab { line("", Key.selected, quoting: selected.rawValue) }
        line("", Key.tabs, scene.tabs.isEmpty ? "[]" : nil)
        for tab in scene.tabs { write(tab) }
    }

    private mutating func write(_ tab: TabDescription) {
        typealias Key = SceneFileTabKey
        line("  - ", Key.id, quoting: tab.id.rawValue)
        line("    ", Key.title, quoting: tab.title)
        if let icon = tab.icon { line("    ", Key.icon, quoting: icon) }
        if !tab.isEnabled { line("    ", Key.enabled, "false") }
        if let badge = tab.badge {
            line("    ", Key.badge, badge.isEmpty ? "true" : ScalarText.canonical(badge))
        }
        if !tab.stack.isEmpty { line("    ", Key.stack, nil) }
        for screen in tab.stack { write(screen) }
    }

    private mutating func write(_ screen: ScreenDescription) {
        typealias Key = SceneFileScreenKey
        line("      - ", Key.route, quoting: screen.route)
        if let title = screen.title { line("        ", Key.title, quoting: title) }
        guard let payload = screen.payload else { return }
        if let text = String(validating: payload, as: UTF8.self) {
            line("        ", Key.payload, quoting: text)
        } else {
            line("        ", Key.payload, "!!binary \(Data(payload).base64EncodedString())")
        }
    }

    private mutating func line(_ start: String, _ key: some SceneFileKey, quoting value: String) {
        line(start, key, ScalarText.canonical(value))
    }

    private mutating func line(_ start: String, _ key: some SceneFileKey, _ value: String?) {
        text += "\(start)\(key.rawValue):"
        if let value { text += " \(value)" }
        text += "\n"
    }
}
