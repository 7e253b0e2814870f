import Foundation

/// The checkout that the tests were built from.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All files of a folder with this ending, by path from the root; generated ones left out.
    static func files(in folder: String, endingWith suffix: String) -> [String] {
        let start = root.appendingPathComponent(folder)
        let walk = FileManager.default.enumerator(atPath: start.path)
        let paths = (walk?.allObjects ?? []).compactMap { $0 as? String }
        return paths.filter { $0.hasSuffix(suffix) && !$0.contains("/Generated/") }
            .map { "\(folder)/\($0)" }.sorted()
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    static func isFile(_ path: String) throws -> Bool {
        let url = root.appendingPathComponent(path)
        return try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false
    }

    static func lineCount(of path: String) throws -> Int {
        try text(of: path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
    }
}
