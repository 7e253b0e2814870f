internal import CPostgreSQL

/// The value of a parameter, in the binary form of its type.
package enum PostgresValue: Hashable, Sendable {
    /// The NULL of every type.
    case null
    /// A `bigint`.
    case integer(Int64)
    /// A `text`. Without zero characters, which the server refuses.
    case text(String)
    /// A `bytea`.
    case bytes([UInt8])
    /// A `bigint[]`.
    case integers([Int64?])
    /// A `text[]`.
    case texts([String])
    /// A `bytea[]`.
    case byteStrings([[UInt8]?])

    /// Returns a number, or NULL for `nil`.
    package static func orNull(_ value: Int64?) -> PostgresValue {
        value.map(Self.integer) ?? .null
    }
    /// Returns bytes, or NULL for `nil`.
    package static func orNull(_ value: [UInt8]?) -> PostgresValue {
        value.map(Self.bytes) ?? .null
    }

    /// The object identifiers of the types of elements, which every server has.
    private enum ElementType {
        static let bytea: UInt32 = 17
        static let bigint: UInt32 = 20
        static let text: UInt32 = 25
    }

    /// Appends the value; returns `false`, without, for NULL.
    func write(to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .null: return false
        case .integer(let value): bytes.append(bigEndian: UInt64(bitPattern: value))
        case .text(let value): bytes += value.utf8
        case .bytes(let value): bytes += value
        case .integers(let values):
            Self.write(values, of: ElementType.bigint, to: &bytes) { value, bytes in
                bytes.append(bigEndian: UInt64(bitPattern: value))
            }
        case .texts(let values):
            Self.write(values, of: ElementType.text, to: &bytes) { $1 += $0.utf8 }
        case .byteStrings(let values):
            Self.write(values, of: ElementType.bytea, to: &bytes) { $1 += $0 }
        }
        return true
    }

    /// Appends an array of one dimension: its header, then each element behind its length.
    private static func write<Element>(
        _ elements: [Element?], of type: UInt32, to bytes: inout [UInt8],
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(bigEndian: UInt32(elements.isEmpty ? 0 : 1))
        bytes.append(bigEndian: UInt32(elements.contains { $0 == nil } ? 1 : 0))
        bytes.append(bigEndian: type)
        guard !elements.isEmpty else { return }
        bytes.append(bigEndian: UInt32(elements.count))
        bytes.append(bigEndian: UInt32(1))
        for element in elements {
            guard let element else {
                bytes.append(bigEndian: UInt32.max)
                continue
            }
            let place = bytes.count
            bytes.append(bigEndian: UInt32(0))
            write(element, &bytes)
            let length = UInt32(clamping: bytes.count - place - 4)
            for (index, shift) in [24, 16, 8, 0].enumerated() {
                bytes[place + index] = UInt8(truncatingIfNeeded: length >> UInt32(shift))
            }
        }
    }
}

/// The result of a statement.
package struct PostgresResult: Hashable, Sendable {
    /// The rows, copied.
    package let rows: [PostgresRow]
    /// The command that was executed: `COMMIT`, or `ROLLBACK` for a commit after a failure.
    package let command: String

    /// Copies a result.
    init(_ result: OpaquePointer) {
        let columns = unsafe cpq_column_count(result)
        rows = unsafe (0..<cpq_row_count(result)).map { row in
            PostgresRow(
                values: (0..<columns).map { column in
                    var length: CInt = 0
                    guard let start = unsafe cpq_value(result, row, column, &length) else {
                        return nil
                    }
                    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
                })
        }
        command = unsafe String(cString: cpq_command(result))
    }
}

/// A row of a result: a copy of its values in binary.
package struct PostgresRow: Hashable, Sendable {
    /// The values, in the order of the columns; `nil` for NULL.
    let values: [[UInt8]?]

    /// Returns a whole number of any length.
    package func integer(_ column: Int) throws(PostgresError) -> Int64 {
        guard let value = try optionalInteger(column) else { throw unexpected(column) }
        return value
    }

    /// Returns a whole number of any length, or `nil` for NULL.
    package func optionalInteger(_ column: Int) throws(PostgresError) -> Int64? {
        guard let bytes = try optionalBytes(column) else { return nil }
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch bytes.count {
        case 2: return Int64(Int16(truncatingIfNeeded: value))
        case 4: return Int64(Int32(truncatingIfNeeded: value))
        case 8: return Int64(bitPattern: value)
        default: throw unexpected(column)
        }
    }

    /// Returns a truth value.
    package func boolean(_ column: Int) throws(PostgresError) -> Bool {
        switch try bytes(column) {
        case [0]: return false
        case [1]: return true
        default: throw unexpected(column)
        }
    }

    /// Returns a text.
    package func text(_ column: Int) throws(PostgresError) -> String {
        guard let text = String(validating: try bytes(column), as: UTF8.self) else {
            throw unexpected(column)
        }
        return text
    }

    /// Returns bytes.
    package func bytes(_ column: Int) throws(PostgresError) -> [UInt8] {
        guard let bytes = try optionalBytes(column) else { throw unexpected(column) }
        return bytes
    }

    /// Returns bytes, or `nil` for NULL.
    package func optionalBytes(_ column: Int) throws(PostgresError) -> [UInt8]? {
        guard values.indices.contains(column) else { throw unexpected(column) }
        return values[column]
    }

    /// Returns the error for a column of another type.
    package func unexpected(_ column: Int) -> PostgresError {
        PostgresError(.value, "column \(column) has a value of the wrong type")
    }
}

extension [UInt8] {
    /// Appends a number, its most significant byte first.
    fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
        let width = type(of: value).bitWidth
        for shift in stride(from: width - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
