import Foundation

/// The scene files that the package ships with.
enum Scenes {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Config/scenes").path

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
