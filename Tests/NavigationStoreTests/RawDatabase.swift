import GRDB

/// A database file that a test looks into or tampers with, past what normally writes it.
struct RawDatabase {
    private let queue: DatabaseQueue

    /// Opens the file, or creates it. Who writes it just then is waited for.
    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Runs statements.
    func run(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// The first value that a query returns, as text.
    func value(_ sql: String) throws -> String? {
        try queue.inDatabase { try String.fetchOne($0, sql: sql) }
    }
}
