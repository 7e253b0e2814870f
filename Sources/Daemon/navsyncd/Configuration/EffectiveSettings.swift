/// The settings in effect, and the source of each.
struct EffectiveSettings: Hashable, Sendable {
    /// The values.
    private(set) var settings: Settings
    /// The sources of values that are not defaults, by setting name.
    private(set) var sources: [String: SettingSource]

    /// As YAML, which is itself a configuration, with the source of each value in a comment.
    var yaml: String {
        var text = ""
        var section = ""
        let lines = Setting.all.map { "  \($0.key): \($0.show(settings))" }
        // One long value does not push the comments of all others off the screen.
        let column = lines.map(\.count).filter { $0 <= 48 }.max() ?? 0
        for (setting, line) in zip(Setting.all, lines) {
            if setting.section != section {
                section = setting.section
                text += "\(section):\n"
            }
            let padding = String(repeating: " ", count: max(0, column - line.count))
            text += "\(line)\(padding)  # \(sources[setting.name] ?? .standard)\n"
        }
        return text
    }

    /// Applies the values that can change while the daemon runs.
    mutating func apply(_ other: EffectiveSettings) {
        for setting in Setting.all where setting.isLive {
            setting.copy(other.settings, &settings)
            sources[setting.name] = other.sources[setting.name]
        }
    }

    /// Returns the settings in which another set differs.
    func changes(to other: EffectiveSettings) -> [Setting] {
        Setting.all.filter { $0.show(settings) != $0.show(other.settings) }
    }
}

/// The result of a reload of the configuration.
enum Reload: Sendable {
    /// The file is valid: every setting that can change while the daemon runs is applied.
    case done(applied: [String], needingRestart: [String])
    /// The file is invalid: everything stays as it was.
    case refused(SettingsError)
}
