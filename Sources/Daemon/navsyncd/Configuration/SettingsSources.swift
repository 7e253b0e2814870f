internal import Glibc
internal import NavigationModel
internal import NavigationServer
internal import NavigationText
internal import NavigationYAML

/// The sources of the settings: flags override the environment, the environment overrides the file,
/// the file overrides the defaults. A reload reads the file again.
struct SettingsSources: Sendable {
    /// The values of flags by the names of their settings.
    let flags: [String: String]
    /// The environment.
    let environment: [String: String]
    /// The requested file; `nil` for the one in the standard directory, if there is one.
    let file: String?

    private static let prefix = "NAVSYNCD_"

    /// Returns the settings in effect.
    ///
    /// - Throws: all problems, of every source.
    func load() throws(SettingsError) -> EffectiveSettings {
        let directories = StandardDirectories(environment)
        var settings = Settings(in: directories)
        var diagnostics: [SettingDiagnostic] = []
        var written: [[String: WrittenValue]] = []
        if let path = file ?? existing(directories.configuration) {
            let file = SettingsFile(reading: path)
            diagnostics += file.diagnostics
            written.append(file.values)
        }
        written += [variables, givenFlags]
        var sources: [String: SettingSource] = [:]
        for values in written {
            for setting in Setting.all {
                guard let value = values[setting.name] else { continue }
                diagnostics += setting.assign(value, &settings)
                sources[setting.name] = value.source
            }
        }
        if diagnostics.isEmpty {
            diagnostics += clash(in: settings, sources)
        }
        guard diagnostics.isEmpty else {
            throw SettingsError(diagnostics: diagnostics.sorted { $0.source < $1.source })
        }
        return EffectiveSettings(settings: settings, sources: sources)
    }

    /// Variables with the daemon's prefix and almost the name of a setting, each with that name.
    ///
    /// They are no errors, because others name variables too: a cluster gives every service some.
    var unknownVariables: [(name: String, meant: String)] {
        let known = Setting.all.map(\.variable)
        return environment.keys.sorted().compactMap { name in
            guard name.hasPrefix(Self.prefix), !known.contains(name) else { return nil }
            return SpellChecker.nearest(to: name, in: known).map { (name, $0) }
        }
    }

    private var variables: [String: WrittenValue] {
        Setting.all.reduce(into: [:]) { values, setting in
            // An empty variable counts as unset, for environments that can't remove one.
            guard let text = environment[setting.variable], !text.isEmpty else { return }
            values[setting.name] = WrittenValue(
                source: .variable(setting.variable), content: .text(text))
        }
    }

    private var givenFlags: [String: WrittenValue] {
        Setting.all.reduce(into: [:]) { values, setting in
            guard let flag = setting.flag, let text = flags[setting.name] else { return }
            values[setting.name] = WrittenValue(source: .flag(flag.name), content: .text(text))
        }
    }

    private func existing(_ path: String) -> String? {
        unsafe access(path, F_OK) == 0 ? path : nil
    }

    /// Returns the problems of valid values in combination.
    private func clash(in settings: Settings, _ sources: [String: SettingSource])
        -> [SettingDiagnostic]
    {
        if let problem = settings.store.clash {
            let source = sources["store.databases"] ?? .standard
            return [SettingDiagnostic(source: source, problem: problem)]
        }
        do {
            _ = try settings.serverConfiguration()
            return []
        } catch {
            let name = settings.listen.tcp == nil ? "listen.ipc" : "listen.tcp"
            let source = sources[name] ?? .standard
            return [SettingDiagnostic(source: source, problem: "\(name): \(error.description)")]
        }
    }
}

extension SettingSource: Comparable {
    /// The order of messages: by source, and in a file from its beginning.
    static func < (left: SettingSource, right: SettingSource) -> Bool {
        switch (left, right) {
        case (.line(let left, let first), .line(let right, let second)) where left == right:
            first < second
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .standard: 0
        case .file: 1
        case .line: 2
        case .variable: 3
        case .flag: 4
        }
    }
}
