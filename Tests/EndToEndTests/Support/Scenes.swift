import Foundation

/// The scene files that the package ships with.
enum Scenes {
    /// The repository.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static let folder = root.appending(path: "Config/scenes").path

    /// The names of all files.
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".yaml") }.sorted()

    /// The path of the sample configuration.
    static let config = URL(filePath: folder).deletingLastPathComponent()
        .appending(path: "navsyncd.yaml").path

    /// Returns the path of a file.
    static func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Returns the contents of a file.
    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }
}

/// Scenes of a mail app, as scene files have them.
enum MailScene {
    /// A tab with two screens, and one with one.
    static let twoTabs = """
        selected: inbox
        tabs:
          - id: inbox
            title: Inbox
            icon: tray
            stack:
              - route: mail://
                title: Mailboxes
              - route: mail://1
                title: General
          - id: search
            title: Search
            icon: magnifyingglass
            stack:
              - route: search://
                title: Search

        """

    /// So many tabs, `tab1` and on.
    static func tabs(_ count: Int) -> String {
        "tabs:\n"
            + (1...count).map { "  - {id: tab\($0), title: Tab \($0), icon: circle}\n" }.joined()
    }
}
