import Foundation

/// The checkout that the tests were built from.
enum Repository {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Where a file of it is.
    static func path(_ name: String) -> String { root.appending(path: name).path }
}
