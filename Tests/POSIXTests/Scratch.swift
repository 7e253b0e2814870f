import Foundation
import Glibc
import Testing

/// A directory for one test, gone when the test lets go of it.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/nav-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// A path inside.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// The names inside, in order.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Reads a file as text.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: self(name))), as: UTF8.self)
    }

    /// Makes a file.
    func make(_ name: String, _ text: String, mode: mode_t) throws {
        try Data(text.utf8).write(to: URL(filePath: self(name)))
        #expect(unsafe chmod(self(name), mode) == 0)
    }

    /// Returns the status of a name itself, and not of the file that it leads to.
    static func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(unsafe lstat(path, &status) == 0)
        return status
    }
}
