internal import NavigationYAML

/// The source of a value; a later case overrides the one before.
enum SettingSource: Hashable, Sendable, CustomStringConvertible {
    /// The default: no other source sets it.
    case standard
    /// In a file as a whole.
    case file(String)
    /// In a file, at a position.
    case line(String, TextPosition)
    /// In a variable of the environment.
    case variable(String)
    /// In a flag of the command line.
    case flag(String)

    /// The name of the source in messages.
    var description: String {
        switch self {
        case .standard: "default"
        case .file(let path): path
        case .line(let path, let position): "\(path):\(position)"
        case .variable(let name): "$\(name)"
        case .flag(let name): name
        }
    }
}

/// A value as it is written, not yet validated.
struct WrittenValue: Hashable, Sendable {
    /// The source of the value.
    let source: SettingSource
    /// One text, or a list of them with their own sources.
    let content: Content

    /// The written content.
    enum Content: Hashable, Sendable {
        case text(String)
        case list([Item])
    }

    /// An item of a list.
    struct Item: Hashable, Sendable {
        let source: SettingSource
        let text: String
    }
}

/// A problem of the settings, with its source and the remedy.
struct SettingDiagnostic: Hashable, Sendable, CustomStringConvertible {
    let source: SettingSource
    let problem: String

    /// `file:line:column: problem`, as compilers print it.
    var description: String { "\(source): \(problem)" }
}

/// The error for settings that the daemon can't run with: all problems, in the order of the file,
/// then of the environment and of the flags.
struct SettingsError: Error, CustomStringConvertible {
    /// The problems; at least one.
    let diagnostics: [SettingDiagnostic]

    /// A line for each.
    var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
