internal import NavigationYAML

/// Where a value stands; the later case goes over the one before.
enum SettingSource: Hashable, Sendable, CustomStringConvertible {
    /// Nowhere: it holds because nothing says otherwise.
    case standard
    /// In a file as a whole.
    case file(String)
    /// In a file, at a position.
    case line(String, TextPosition)
    /// In a variable of the environment.
    case variable(String)
    /// In a flag of the command line.
    case flag(String)

    /// What it is called in messages.
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

/// A value as it is written, before anybody knows whether it is one.
struct WrittenValue: Hashable, Sendable {
    /// Where it stands.
    let place: SettingSource
    /// One text, or a list of them with their own places.
    let content: Content

    /// What is written.
    enum Content: Hashable, Sendable {
        case text(String)
        case list([Item])
    }

    /// An item of a list.
    struct Item: Hashable, Sendable {
        let place: SettingSource
        let text: String
    }
}

/// One thing that is wrong with the settings: where, what, and what to do.
struct SettingDiagnostic: Hashable, Sendable, CustomStringConvertible {
    let place: SettingSource
    let problem: String

    /// `file:line:column: problem`, as compilers print it.
    var description: String { "\(place): \(problem)" }
}

/// Why the daemon can't run with these settings: all that is wrong with them, in the order of the
/// file, then of the environment and of the flags.
struct SettingsError: Error, CustomStringConvertible {
    /// The mistakes; at least one.
    let diagnostics: [SettingDiagnostic]

    /// A line for each.
    var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
