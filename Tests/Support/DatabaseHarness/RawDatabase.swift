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
