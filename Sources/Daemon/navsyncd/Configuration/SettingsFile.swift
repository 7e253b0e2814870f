internal import Glibc
internal import NavigationModel
internal import NavigationText
internal import NavigationYAML
internal import POSIX

/// The values in a configuration file, and the diagnostics of its form.
///
/// It checks that each value belongs to a setting, not that the value is valid.
struct SettingsFile {
    /// The values by the names of their settings.
    private(set) var values: [String: WrittenValue] = [:]
    /// The diagnostics, in no order.
    private(set) var diagnostics: [SettingDiagnostic] = []
    private let path: String

    /// The longest file that is read, in bytes.
    private static let sizeLimit = 1 << 18

    /// Reads the file. A file that can't be read is a diagnostic, as is one that is no YAML.
    init(reading path: String) {
        self.path = path
        switch SettingsFile.contents(of: path) {
        case .success(let bytes): read(bytes)
        case .failure(let diagnostic): diagnostics = [diagnostic]
        }
    }

    /// Reads the content of the file at `path`.
    init(_ bytes: [UInt8], at path: String) {
        self.path = path
        read(bytes)
    }

    private mutating func read(_ bytes: [UInt8]) {
        let root: YAMLNode
        do {
            root = try YAMLDocument.read(bytes, limit: SettingsFile.sizeLimit)
        } catch {
            diagnostics.append(
                SettingDiagnostic(source: .line(path, error.position), problem: error.message))
            return
        }
        let sections = Setting.all.map(\.section).reduce(into: [String]()) { names, name in
            if names.last != name, !names.contains(name) { names.append(name) }
        }
        for (name, node) in entries(of: root, called: "the file", known: sections) {
            let settings = Setting.all.filter { $0.section == name }
            let known = settings.map(\.key)
            for (key, value) in entries(of: node, called: "'\(name)'", known: known) {
                guard let setting = settings.first(where: { $0.key == key }) else { continue }
                values[setting.name] = written(value, for: setting)
            }
        }
    }

    /// Returns the known keys of a mapping, each once, with their values; nothing at all is an
    /// empty one.
    private mutating func entries(
        of node: YAMLNode, called owner: String, known: [String]
    ) -> [(String, YAMLNode)] {
        switch node.content {
        case .scalar(let scalar) where scalar.meaning == .nothing: return []
        case .scalar, .sequence:
            report(
                node,
                "\(owner) must be a mapping, not \(node.kind): write each of the keys "
                    + "\(known.joined(separator: ", ")) as 'key: value' on its own line")
            return []
        case .mapping(let entries):
            var found: [(key: String, value: YAMLNode)] = []
            for entry in entries {
                guard case .scalar(let scalar) = entry.key.content else {
                    report(entry.key, "a key must be a word, not \(entry.key.kind)")
                    continue
                }
                let key = scalar.text
                if let first = found.first(where: { $0.key == key }) {
                    report(
                        entry.key,
                        "duplicate key '\(key)', first with the value in line "
                            + "\(first.value.position.line): keep one")
                } else if known.contains(key) {
                    found.append((key, entry.value))
                } else {
                    let advice = SettingsFile.advice(for: key, under: owner, known: known)
                    report(entry.key, "unknown key \(excerpt(key)): \(advice)")
                }
            }
            return found
        }
    }

    /// Returns a suggestion for a key that is unknown in its section.
    private static func advice(
        for key: String, under owner: String, known: [String]
    ) -> String {
        if let near = SpellChecker.nearest(to: key, in: known) { return "did you mean '\(near)'?" }
        if let setting = Setting.all.first(where: { $0.name == key || $0.key == key }) {
            return "write '\(setting.key):' under '\(setting.section):'"
        }
        return "\(owner) has \(known.joined(separator: ", "))"
    }

    private mutating func written(_ node: YAMLNode, for setting: Setting) -> WrittenValue? {
        let source = SettingSource.line(path, node.position)
        switch node.content {
        case .scalar(let scalar):
            guard scalar.meaning != .nothing else {
                report(
                    node,
                    "\(setting.name) has no value: write \(setting.format), or remove the line for "
                        + "the default")
                return nil
            }
            return WrittenValue(source: source, content: .text(scalar.text))
        case .sequence(let nodes):
            var items: [WrittenValue.Item] = []
            for node in nodes {
                guard case .scalar(let scalar) = node.content else {
                    report(node, "an item of \(setting.name) must be a text, not \(node.kind)")
                    continue
                }
                items.append(
                    WrittenValue.Item(source: .line(path, node.position), text: scalar.text))
            }
            return WrittenValue(source: source, content: .list(items))
        case .mapping:
            report(node, "\(setting.name) can't be a mapping: write \(setting.format)")
            return nil
        }
    }

    private mutating func report(_ node: YAMLNode, _ problem: String) {
        diagnostics.append(SettingDiagnostic(source: .line(path, node.position), problem: problem))
    }

    private static func contents(of path: String) -> Result<[UInt8], SettingDiagnostic> {
        do throws(FileError) {
            // Not blocking: a pipe in its place must not block the daemon.
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            return .success(try file.readAll(atMost: sizeLimit + 1))
        } catch {
            let problem = "can't be read: \(error.reason)"
            return .failure(SettingDiagnostic(source: .file(path), problem: problem))
        }
    }
}

extension SettingDiagnostic: Error {}
