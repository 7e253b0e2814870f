internal import CSQLite
package import Foundation
package import SQLite

/// A database file that a test looks into or tampers with, past what normally writes it.
package struct RawDatabase {
    private let queue: DatabaseQueue

    /// Opens the file, or creates it; its statements can call `functions` too. Who writes it just then is waited for.
    package init(_ path: String, functions: [DatabaseFunction] = []) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in for function in functions { function.add(to: db) } }
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Runs statements.
    package func run(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// The first value that a query returns, as text.
    package func value(_ sql: String) throws -> String? {
        switch try queue.inDatabase({ db in try Row.fetchOne(db, sql: sql) })?[0].storage {
        case .null, nil: nil
        case .int64(let number): String(number)
        case .double(let number): String(number)
        case .string(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
}

/// A function that the statements of a test can call.
package struct DatabaseFunction: Sendable {
    private let name: String
    private let argumentCount: Int32
    private let body: @Sendable ([DatabaseValue]) -> Int64?

    package init(
        _ name: String, argumentCount: Int32,
        _ body: @escaping @Sendable ([DatabaseValue]) -> Int64?
    ) {
        self.name = name
        self.argumentCount = argumentCount
        self.body = body
    }

    /// Adds it to a connection, which keeps it until it is closed.
    func add(to db: Database) {
        let context = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
        _ = unsafe sqlite3_create_function_v2(
            db.sqliteConnection, name, argumentCount, SQLITE_UTF8, context,
            { context, count, values in
                guard let box = unsafe sqlite3_user_data(context) else { return }
                let body = unsafe Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().body
                let arguments = (0..<Int(count)).map { index in
                    unsafe DatabaseValue(values?[index])
                }
                if let result = body(arguments) {
                    unsafe sqlite3_result_int64(context, result)
                } else {
                    unsafe sqlite3_result_null(context)
                }
            }, nil, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Box>.fromOpaque(context).release()
                }
            })
    }

    private final class Box {
        let body: @Sendable ([DatabaseValue]) -> Int64?

        init(_ body: @escaping @Sendable ([DatabaseValue]) -> Int64?) {
            self.body = body
        }
    }
}

extension DatabaseValue {
    /// Copies an argument of a function.
    fileprivate init(_ value: OpaquePointer?) {
        let length = Int(unsafe sqlite3_value_bytes(value))
        switch unsafe sqlite3_value_type(value) {
        case SQLITE_INTEGER: self.init(storage: .int64(unsafe sqlite3_value_int64(value)))
        case SQLITE_FLOAT: self.init(storage: .double(unsafe sqlite3_value_double(value)))
        case SQLITE_TEXT:
            let bytes = unsafe UnsafeBufferPointer(start: sqlite3_value_text(value), count: length)
            self.init(storage: .string(unsafe String(decoding: bytes, as: UTF8.self)))
        case SQLITE_BLOB:
            let bytes = unsafe UnsafeRawBufferPointer(
                start: sqlite3_value_blob(value), count: length)
            self.init(storage: .blob(unsafe [UInt8](bytes)))
        default: self = .null
        }
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
