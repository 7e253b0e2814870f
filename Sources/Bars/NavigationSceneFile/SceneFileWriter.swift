internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProperties
internal import NavigationYAML

/// A writer of a scene in canonical form: fixed order of keys, two spaces a level, and no optional
/// key that has its default.
struct SceneFileWriter {
    /// The text so far.
    private(set) var text = ""

    /// Appends the whole file.
    mutating func write(_ scene: SceneDescription) {
        typealias Key = SceneFileSceneKey
        line("", Key.version, String(SceneFile.version))
        if let selected = scene.selectedTab { line("", Key.selected, quoting: selected.rawValue) }
        line("", Key.tabs, scene.tabs.isEmpty ? "[]" : nil)
        for tab in scene.tabs { write(tab) }
        if let modals = scene.modals {
            line("", Key.modals, modals.isEmpty ? "[]" : nil)
            for modal in modals { write(modal) }
        }
        if let bars = scene.bars {
            line("", Key.bars, bars.isEmpty ? "{}" : nil)
            for (key, look) in bars.sorted(by: { $0.key < $1.key }) {
                let name = PropertyName(unchecked: key.rawValue)
                write(look, under: name, of: .appearance, behind: "  ")
            }
        }
        guard let bars = scene.standaloneBars else { return }
        line("", Key.standaloneBars, bars.isEmpty ? "[]" : nil)
        for bar in bars { write(bar) }
    }

    private mutating func write(_ bar: StandaloneBarDescription) {
        typealias Key = SceneFileBarKey
        line("  - ", Key.id, quoting: bar.id.rawValue)
        write(bar.properties, of: .standaloneBar, behind: "    ", Key.properties)
        if !bar.items.isEmpty { line("    ", Key.items, nil) }
        for screen in bar.items { write(screen) }
    }

    private mutating func write(
        _ properties: Properties, of target: Property.Target, behind start: String,
        _ key: some SceneFileKey
    ) {
        guard !properties.isEmpty else { return }
        line(start, key, nil)
        for name in properties.names {
            write(properties[name] ?? "", under: name, of: target, behind: start + "  ")
        }
    }

    /// Writes a property; a number or truth value stands without quotes where the type is one.
    private mutating func write(
        _ value: String, under name: PropertyName, of target: Property.Target,
        behind start: String
    ) {
        let isPlain =
            switch (PropertySchema.property(name, of: target)?.type, ScalarMeaning(plain: value)) {
            case (.flag, .flag): true
            case (.integer(let bounds), .number): PropertyType.integer(bounds).accepts(value)
            case (.number(let bounds), .number): PropertyType.number(bounds).accepts(value)
            default: false
            }
        let scalar = isPlain ? value : ScalarText.canonical(value)
        text += "\(start)\(ScalarText.canonical(name.rawValue)): \(scalar)\n"
    }

    private mutating func write(_ modal: ModalDescription) {
        typealias Key = SceneFileModalKey
        line("  - ", Key.route, quoting: modal.route)
        if modal.kind != .simple { line("    ", Key.kind, quoting: modal.kind.rawValue) }
        if let title = modal.title { line("    ", Key.title, quoting: title) }
        write(payload: modal.payload, behind: "    ", Key.payload)
        write(modal.properties, of: .modal, behind: "    ", Key.properties)
        if !modal.stack.isEmpty { line("    ", Key.stack, nil) }
        for screen in modal.stack { write(screen) }
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
        write(tab.properties, of: .tab, behind: "    ", Key.properties)
        if !tab.stack.isEmpty { line("    ", Key.stack, nil) }
        for screen in tab.stack { write(screen) }
    }

    private mutating func write(_ screen: ScreenDescription) {
        typealias Key = SceneFileScreenKey
        line("      - ", Key.route, quoting: screen.route)
        if let title = screen.title { line("        ", Key.title, quoting: title) }
        write(payload: screen.payload, behind: "        ", Key.payload)
        write(screen.properties, of: .screen, behind: "        ", Key.properties)
    }

    private mutating func write(
        payload: [UInt8]?, behind start: String, _ key: some SceneFileKey
    ) {
        guard let payload else { return }
        if let text = String(validating: payload, as: UTF8.self) {
            line(start, key, quoting: text)
        } else {
            line(start, key, "!!binary \(Data(payload).base64EncodedString())")
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
