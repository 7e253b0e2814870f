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

    /// Where the sample configuration is.
    static let config = URL(filePath: folder).deletingLastPathComponent()
        .appending(path: "navsyncd.yaml").path

    /// Where a file is.
    static func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// What is in a file.
    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }
}
