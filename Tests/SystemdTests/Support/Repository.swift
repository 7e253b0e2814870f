import Foundation

/// The checkout that the tests were built from.
enum Repository {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the path of a file of it.
    static func path(_ name: String) -> String { root.appending(path: name).path }
}
