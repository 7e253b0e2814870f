internal import NavigationYAML

/// One setting: its name, its format, its meaning, and its value in ``Settings``.
///
/// All that deals with settings iterates over ``all``: the file, the environment, the flags, the
/// reference, the printed configuration and the reload.
struct Setting: Sendable {
    /// The keys in the file, with a dot between them: `listen.tcp`.
    let name: String
    /// The flag, if there is one.
    let flag: Flag?
    /// A Boolean value indicating whether a reload changes it; else it takes a restart.
    let isLive: Bool
    /// The description of the format of its value.
    let format: String
    /// The purpose: whole sentences.
    let documentation: String
    /// The default where it depends on the machine or the user.
    let dependentDefault: DependentDefault?
    /// Sets a written value, or returns its problems.
    let assign: @Sendable (WrittenValue, inout Settings) -> [SettingDiagnostic]
    /// Copies the value from other settings.
    let copy: @Sendable (Settings, inout Settings) -> Void
    /// Returns the value as the file writes it.
    let show: @Sendable (Settings) -> String

    /// A flag of the command line.
    struct Flag: Sendable {
        /// Its name: `--tcp`.
        let name: String
        /// Returns its value, if it is given.
        let value: @Sendable (SettingFlags) -> String?
    }

    /// A default that is not the same everywhere.
    struct DependentDefault: Hashable, Sendable {
        /// The rule for the default.
        let rule: String
        /// An example of the default.
        let example: String
    }

    /// The section of the file that it belongs to.
    var section: String { name.split(separator: ".").first.map(String.init) ?? name }
    /// The key in its section.
    var key: String { name.split(separator: ".").last.map(String.init) ?? name }

    /// The environment variable: `NAVSYNCD_RETENTION_HISTORY_AGE` for `retention.historyAge`.
    var variable: String {
        name.reduce(into: "NAVSYNCD_") { variable, character in
            if character == "." {
                variable += "_"
            } else {
                if character.isUppercase { variable += "_" }
                variable += character.uppercased()
            }
        }
    }

    /// A setting of one value.
    static func one<Value>(
        _ name: String, _ path: any WritableKeyPath<Settings, Value> & Sendable,
        _ format: ValueFormat<Value>,
        flag: (name: String, value: any KeyPath<SettingFlags, String?> & Sendable)? = nil,
        isLive: Bool, default dependent: DependentDefault? = nil, _ documentation: String
    ) -> Setting {
        Setting(
            name: name,
            flag: flag.map { flag in Flag(name: flag.name) { $0[keyPath: flag.value] } },
            isLive: isLive, format: format.description,
            documentation: documentation, dependentDefault: dependent
        ) { written, settings in
            guard case .text(let text) = written.content else {
                let problem = "\(name) takes one value, not a list: write \(format.description)"
                return [SettingDiagnostic(source: written.source, problem: problem)]
            }
            do throws(FormatError) {
                settings[keyPath: path] = try format.read(text)
                return []
            } catch {
                return [diagnostic(name, text, at: written.source, error)]
            }
        } copy: { other, settings in
            settings[keyPath: path] = other[keyPath: path]
        } show: { settings in
            scalar(format.show(settings[keyPath: path]))
        }
    }

    /// A setting of several values, or a word for the default of none.
    ///
    /// - Parameter separator: The character between values that are written in one line.
    static func several<Value>(
        _ name: String, _ path: any WritableKeyPath<Settings, [Value]?> & Sendable,
        _ format: ValueFormat<Value>, atMost limit: Int, separator: Character = ",",
        orWord word: String, isLive: Bool, _ documentation: String
    ) -> Setting {
        Setting(
            name: name, flag: nil, isLive: isLive,
            format: "a list of at most \(limit), each \(format.description); or \(word)",
            documentation: documentation, dependentDefault: nil
        ) { written, settings in
            let items: [WrittenValue.Item]
            switch written.content {
            case .text(word):
                settings[keyPath: path] = nil
                return []
            case .text(let text):
                // A list in one line, as in variables.
                items = text.split(separator: separator).map {
                    WrittenValue.Item(source: written.source, text: String($0.trimmed))
                }
            case .list(let list): items = list
            }
            guard items.count <= limit else {
                let problem = "\(name) has \(items.count) items: write \(limit) at most"
                return [SettingDiagnostic(source: items[limit].source, problem: problem)]
            }
            var values: [Value] = []
            var diagnostics: [SettingDiagnostic] = []
            for item in items {
                do throws(FormatError) {
                    values.append(try format.read(item.text))
                } catch {
                    diagnostics.append(diagnostic(name, item.text, at: item.source, error))
                }
            }
            settings[keyPath: path] = values
            return diagnostics
        } copy: { other, settings in
            settings[keyPath: path] = other[keyPath: path]
        } show: { settings in
            guard let values = settings[keyPath: path] else { return word }
            let items = values.map { scalar(format.show($0)) }
            return "[\(items.joined(separator: ", "))]"
        }
    }

    /// Returns a value as YAML writes it: quoted where YAML itself needs it, not where its types
    /// would. To settings 90d is a duration, whatever type YAML gives it.
    private static func scalar(_ text: String) -> String {
        let isWord =
            text.first.map { $0.isLetter || $0.isNumber || $0 == "/" } ?? false
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
        return isWord && text.last != ":" ? text : ScalarText.canonical(text)
    }

    private static func diagnostic(
        _ name: String, _ text: String, at source: SettingSource, _ formatError: FormatError
    ) -> SettingDiagnostic {
        let value = formatError.isSecret ? "" : "\(excerpt(text)) "
        return SettingDiagnostic(source: source, problem: "\(name) \(value)\(formatError.text)")
    }
}

extension Substring {
    /// Without the spaces around it.
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start
    }
}
