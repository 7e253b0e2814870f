import Foundation

/// The scene files that come with the repository.
enum SceneFolder {
    static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Config/scenes")
    }

    /// Their names, in alphabetical order.
    static var names: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.path())
        return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
    }

    static func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: name)))
    }
}
