internal import CPostgreSQL
internal import Glibc

/// A connection to a PostgreSQL server. Statements are prepared once, and sent in groups: the server
/// receives a whole group before it replies.
///
/// `@unchecked`: its owner uses it on one thread at a time, as libpq demands of a connection.
@safe package final class PostgresConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    /// The names of the prepared statements, by their text.
    private var prepared: [String: String] = [:]
    private var isBroken = false

    /// The maximum number of prepared statements; the store has far fewer texts.
    private static let preparedLimit = 256

    /// Connects by libpq's keywords, later ones before earlier ones; a connection string is the value
    /// of `dbname`. Blocks for as long as `connect_timeout` says, for each host.
    package init(_ parameters: [(keyword: String, value: String)]) throws(PostgresError) {
        if let reason = unsafe cpq_load() {
            throw PostgresError(.library, unsafe String(cString: reason))
        }
        let keywords = unsafe parameters.map { unsafe strdup($0.keyword) } + [nil]
        let values = unsafe parameters.map { unsafe strdup($0.value) } + [nil]
        defer {
            unsafe (keywords + values).forEach { unsafe free($0) }
        }
        let made = unsafe keywords.map { unsafe UnsafePointer($0) }.withUnsafeBufferPointer {
            keys in
            unsafe values.map { unsafe UnsafePointer($0) }.withUnsafeBufferPointer { values in
                unsafe cpq_connect(keys.baseAddress, values.baseAddress)
            }
        }
        guard let made = unsafe made else { throw PostgresError(.connection, "out of memory") }
        unsafe handle = made
        guard unsafe cpq_is_open(made) != 0 else {
            let reason = unsafe Self.line(cpq_error(made))
            throw PostgresError(.connection, reason)
        }
        guard unsafe cpq_begin_pipeline(made) != 0 else { throw lost() }
    }

    deinit {
        unsafe cpq_close(handle)
    }

    /// A Boolean value indicating whether the connection can still be used.
    package var isOpen: Bool { !isBroken }
    /// The server's version: 150003 for 15.3.
    package var serverVersion: Int { Int(unsafe cpq_server_version(handle)) }
    /// The number of warnings with SQLSTATE 01000: a commit with one may not be confirmed by the
    /// standbys.
    package var warnings: Int { Int(clamping: unsafe cpq_warnings(handle)) }

    /// Runs statements in order, all sent at once, and returns their results; after a failure the
    /// others are skipped. They are one transaction, unless they have statements that begin and end
    /// one.
    ///
    /// Blocks until `deadline`; one that passes ends the connection, since nobody knows what the
    /// server has executed.
    @discardableResult
    package func run(
        _ statements: [PostgresStatement], before deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> [PostgresResult] {
        guard !isBroken else { throw PostgresError(.connection, "the connection was lost") }
        var expected: [Expected] = []
        for (index, statement) in statements.enumerated() {
            let name: String
            if let known = prepared[statement.sql] {
                name = known
            } else {
                guard prepared.count < Self.preparedLimit else {
                    throw PostgresError(.library, "too many prepared statements")
                }
                name = "s\(prepared.count)"
                prepared[statement.sql] = name
                guard unsafe cpq_send_prepare(handle, name, statement.sql, 0, nil) != 0 else {
                    throw lost()
                }
                expected.append(.preparation(of: index))
            }
            guard send(name, statement.values) else { throw lost() }
            expected.append(.execution(of: index))
        }
        guard unsafe cpq_send_sync(handle) != 0 else { throw lost() }
        return try receive(expected, of: statements, before: deadline)
    }

    /// The results in the order of their arrival.
    private enum Expected {
        case preparation(of: Int)
        case execution(of: Int)
    }

    private func receive(
        _ expected: [Expected], of statements: [PostgresStatement],
        before deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> [PostgresResult] {
        var results: [PostgresResult] = []
        results.reserveCapacity(statements.count)
        var failure: PostgresError?
        for next in expected {
            guard let result = unsafe try self.next(before: deadline) else { throw lost() }
            defer { unsafe cpq_clear(result) }
            switch (unsafe cpq_status(result), next) {
            case (CPQ_DONE, .preparation): break
            case (CPQ_ROWS, .execution), (CPQ_DONE, .execution):
                results.append(unsafe PostgresResult(result))
            case (CPQ_SKIPPED, .preparation(let index)):
                prepared[statements[index].sql] = nil
            case (CPQ_SKIPPED, .execution): break
            case (CPQ_FAILED, .preparation(let index)):
                prepared[statements[index].sql] = nil
                failure = unsafe failure ?? self.failure(result, at: index)
            case (CPQ_FAILED, .execution(let index)):
                failure = unsafe failure ?? self.failure(result, at: index)
            default: throw broken(PostgresError(.connection, "an unexpected reply"))
            }
            let isOpen = unsafe cpq_is_open(handle) != 0
            if let failure, !failure.isDefinite || !isOpen { throw broken(failure) }
            // The end of the results of the statement.
            while let rest = unsafe try self.next(before: deadline) { unsafe cpq_clear(rest) }
        }
        guard let end = unsafe try next(before: deadline) else { throw lost() }
        defer { unsafe cpq_clear(end) }
        guard unsafe cpq_status(end) == CPQ_SYNC else {
            throw broken(unsafe self.failure(end, at: nil))
        }
        if let failure { throw failure }
        return results
    }

    private func send(_ name: String, _ values: [PostgresValue]) -> Bool {
        var bytes: [UInt8] = []
        let ranges = values.map { value -> Range<Int>? in
            let start = bytes.count
            return value.write(to: &bytes) ? start..<bytes.count : nil
        }
        // So that an empty value has an address, too.
        bytes.append(0)
        let lengths = ranges.map { CInt($0?.count ?? 0) }
        let formats = [CInt](repeating: 1, count: values.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            let pointers = unsafe ranges.map { range -> UnsafePointer<CChar>? in
                guard let range, let start = buffer.baseAddress else { return nil }
                return unsafe (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
            }
            return unsafe cpq_send_execute(
                handle, name, CInt(values.count), pointers, lengths, formats) != 0
        }
    }

    /// Returns the next result, as soon as the server has sent it.
    private func next(
        before deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> OpaquePointer? {
        while true {
            let unsent = unsafe cpq_flush(handle)
            guard unsafe cpq_is_busy(handle) != 0 else { return unsafe cpq_next(handle) }
            guard unsent >= 0 else { throw lost() }
            try wait(toSend: unsent > 0, before: deadline)
            guard unsafe cpq_consume(handle) != 0 else { throw lost() }
        }
    }

    private func wait(
        toSend: Bool, before deadline: ContinuousClock.Instant
    ) throws(PostgresError) {
        var socket = pollfd(
            fd: unsafe cpq_socket(handle), events: Int16(POLLIN | (toSend ? POLLOUT : 0)),
            revents: 0)
        while true {
            let left = deadline - .now
            guard left > .zero else {
                throw broken(PostgresError(.timeout, "the server did not reply in time"))
            }
            let milliseconds = CInt(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
            let ready = unsafe poll(&socket, 1, milliseconds)
            if ready > 0 { return }
            guard ready == 0 || errno == EINTR else { throw lost() }
        }
    }

    private func lost() -> PostgresError {
        broken(PostgresError(.connection, unsafe Self.line(cpq_error(handle))))
    }

    private func broken(_ error: PostgresError) -> PostgresError {
        isBroken = true
        return error
    }

    private func failure(_ result: OpaquePointer, at index: Int?) -> PostgresError {
        func field(_ code: Character) -> String? {
            let text = unsafe cpq_field(result, CInt(code.asciiValue ?? 0))
            return unsafe text.map { unsafe Self.line($0) }
        }
        guard let state = field("C") else {
            return PostgresError(.connection, unsafe Self.line(cpq_error(handle)))
        }
        return PostgresError(
            .server(state: state, isFatal: field("V") != "ERROR"), field("M") ?? "", at: index)
    }

    /// Returns a text of the library or of the server in one line.
    private static func line(_ text: UnsafePointer<CChar>) -> String {
        let line = unsafe String(cString: text).split { $0.isWhitespace }.joined(separator: " ")
        return line.isEmpty ? "the connection was lost" : line
    }
}

/// A statement with the values of its parameters.
package struct PostgresStatement: Hashable, Sendable {
    /// The text, with `$1` for the first parameter: it is prepared once.
    package let sql: String
    /// The values, in order.
    package let values: [PostgresValue]

    /// Joins the parts.
    package init(_ sql: String, _ values: [PostgresValue] = []) {
        self.sql = sql
        self.values = values
    }
}

/// A failure of a connection or of a statement.
package struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures.
    package enum Kind: Hashable, Sendable {
        /// libpq is not installed, or too old.
        case library
        /// There is no connection (any more).
        case connection
        /// The server did not reply in time; the connection is ended.
        case timeout
        /// The server has committed, and its standbys may not have: it stopped waiting for them.
        case unconfirmed
        /// The server refused a statement, or ended the connection with a reason if it is fatal.
        case server(state: String, isFatal: Bool)
        /// A value of a result has another type than expected.
        case value
    }

    /// The kind, for programs.
    package let kind: Kind
    /// The failure, for people.
    package let message: String
    /// The position of the failed statement in its group.
    package let index: Int?

    /// Joins the parts.
    package init(_ kind: Kind, _ message: String, at index: Int? = nil) {
        (self.kind, self.message, self.index) = (kind, message, index)
    }

    /// A Boolean value indicating whether the server rolled back, as it replied: after any other
    /// failure the result of a commit is unknown.
    package var isDefinite: Bool {
        if case .server(_, isFatal: false) = kind { true } else { false }
    }

    /// The SQLSTATE of a refused statement.
    package var state: String? {
        if case .server(let state, _) = kind { state } else { nil }
    }

    /// The message with the SQLSTATE.
    package var description: String { state.map { "\(message) (SQLSTATE \($0))" } ?? message }
}
