package import SQLite
internal import NavigationModel

/// Checksums of what is stored, since SQLite would not detect a flipped bit.
package enum Checksum {
    /// Returns the beginning of the SHA-256 of a row's content, in one column or in two.
    package static func of(_ bytes: [UInt8], _ more: [UInt8] = []) -> Int64 {
        Int64(bitPattern: Digest(hashing: bytes[...], more).firstLane)
    }

    /// Returns the beginning of the SHA-256 of bytes.
    package static func of(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: Digest(hashing: bytes).firstLane)
    }

    /// Returns the beginning of the SHA-256 of the table's name and of the values, each with its
    /// type and its length, so that no two rows have the same encoding.
    package static func of(
        _ values: some Sequence<DatabaseValue>, in table: String
    ) -> Int64 {
        var bytes = Array(table.utf8)
        for value in values {
            switch value.storage {
            case .null: bytes.append(0)
            case .int64(let number): add(1, UInt64(bitPattern: number), [])
            case .double(let number): add(2, number.bitPattern, [])
            case .string(let text): add(3, UInt64(text.utf8.count), Array(text.utf8))
            case .blob(let data): add(4, UInt64(data.count), Array(data))
            }
        }
        return of(bytes)

        func add(_ type: UInt8, _ number: UInt64, _ content: [UInt8]) {
            bytes.append(type)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
            bytes += content
        }
    }
}
