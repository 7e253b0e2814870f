package import Foundation

/// A directory for one test, gone when the test lets go of it.
package final class Scratch: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/navsync-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// A path inside.
    package func callAsFunction(_ name: String) -> String { path + "/" + name }
}

/// The bytes of a file.
package func contents(of path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
}

/// The permission bits of a file or directory.
package func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
