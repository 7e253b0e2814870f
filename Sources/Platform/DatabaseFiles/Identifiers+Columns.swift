package import FoundationEssentials
package import NavigationModel

extension Revision {
    /// The 64-bit value as SQLite's signed integer with the same bits.
    package var column: Int64 { Int64(bitPattern: rawValue) }

    /// Reads a `column`.
    package init(column: Int64) { self.init(rawValue: UInt64(bitPattern: column)) }
}

extension SequenceNumber {
    /// The 64-bit value as SQLite's signed integer with the same bits. A device that counts beyond
    /// 2⁶³ loses its order there, to its own harm only.
    package var column: Int64 { Int64(bitPattern: rawValue) }

    /// Reads a `column`.
    package init(column: Int64) { self.init(rawValue: UInt64(bitPattern: column)) }
}

extension Epoch {
    /// The 64-bit value as SQLite's signed integer with the same bits.
    package var column: Int64 { Int64(bitPattern: rawValue) }

    /// Reads a `column`.
    package init(column: Int64) { self.init(rawValue: UInt64(bitPattern: column)) }
}

extension StoreID {
    /// The 64-bit value as SQLite's signed integer with the same bits.
    package var column: Int64 { Int64(bitPattern: rawValue) }

    /// Reads a `column`.
    package init(column: Int64) { self.init(rawValue: UInt64(bitPattern: column)) }
}

extension Duration {
    /// Whole microseconds, clamped to the range of the type.
    package var column: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, isTooMuch) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return isTooLong || isTooMuch ? (seconds < 0 ? .min : .max) : sum
    }

    /// Reads a `column`.
    package init(column: Int64) { self = .microseconds(column) }
}

extension DeviceID {
    /// The 16 bytes, most significant first, so that columns sort as ids do.
    package var column: Data {
        Data(
            [high, low].flatMap { half in
                (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
            })
    }

    /// Reads a `column`; `nil` unless there are 16 bytes.
    package init?(column: [UInt8]) {
        guard column.count == 16 else { return nil }
        let halves = [column[..<8], column[8...]].map {
            $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        self.init(high: halves[0], low: halves[1])
    }
}
