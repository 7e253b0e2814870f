package import Foundation
package import GRDB

/// A database file that a test looks into or tampers with, past what normally writes it.
package struct RawDatabase {
    private let queue: DatabaseQueue

    /// Opens the file, or creates it; its statements can call `functions` too. Who writes it just then is waited for.
    package init(_ path: String, functions: [DatabaseFunction] = []) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in functions.forEach(database.add) }
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Runs statements.
    package func run(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// The first value that a query returns, as text.
    package func value(_ sql: String) throws -> String? {
        try queue.inDatabase { try String.fetchOne($0, sql: sql) }
    }
}

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
