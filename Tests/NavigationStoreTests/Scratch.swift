import Foundation
import Testing

/// A directory for one test, gone when the test lets go of it.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/navsync-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// A path inside.
    func callAsFunction(_ name: String) -> String { path + "/" + name }
}

/// A file that is checked in beside the tests.
func fixture(_ name: String) throws -> String {
    try #require(Bundle.module.path(forResource: "Fixtures/" + name, ofType: nil))
}

/// The bytes of a file.
func contents(of path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
}

/// The permission bits of a file or directory.
func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
