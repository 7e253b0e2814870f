/// A histogram of a quantity: counts by bucket, and the sum of all values.
package struct Histogram: Hashable, Sendable {
    /// The upper bound of each bucket, ascending; values above the last are in a bucket of their
    /// own.
    package let bounds: [Int64]
    /// The count of each bucket, and last of the values above all bounds.
    package private(set) var counts: [UInt64]
    /// The sum of all values, clamped to the range of the type.
    package private(set) var sum: Int64 = 0

    /// Creates an empty histogram.
    package init(bounds: [Int64]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// An empty histogram for latencies in microseconds, from 100 µs to 10 s.
    package static let latency = Histogram(
        bounds: [
            100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
            1_000_000, 2_500_000, 5_000_000, 10_000_000,
        ])

    /// An empty histogram for counts, from 1 to 4,096 in steps of four times.
    package static let size = Histogram(bounds: [1, 4, 16, 64, 256, 1_024, 4_096])

    /// The number of recorded values.
    package var count: UInt64 { counts.reduce(0, &+) }

    /// Records a value; a negative one counts as zero.
    package mutating func note(_ value: Int64) {
        let value = max(0, value)
        var bucket = 0
        while bucket < bounds.count, bounds[bucket] < value { bucket += 1 }
        counts[bucket] &+= 1
        let (total, isTooLarge) = sum.addingReportingOverflow(value)
        sum = isTooLarge ? .max : total
    }

    /// Records a duration in microseconds.
    package mutating func note(_ duration: Duration) {
        note(duration.microseconds)
    }

    /// Adds the counts of another histogram with the same bounds.
    package mutating func add(_ other: Histogram) {
        guard other.bounds == bounds else { return }
        for bucket in counts.indices { counts[bucket] &+= other.counts[bucket] }
        let (total, isTooLarge) = sum.addingReportingOverflow(other.sum)
        sum = isTooLarge ? .max : total
    }

    /// Returns the value that this fraction of all values does not exceed, interpolated within its
    /// bucket as by Prometheus' `histogram_quantile`; `nil` if there are no values. For values
    /// beyond the last bound it is that bound.
    package func quantile(_ part: Double) -> Double? {
        let total = count
        guard total > 0, let last = bounds.last else { return nil }
        let rank = min(max(part, 0), 1) * Double(total)
        var below: UInt64 = 0
        for (bucket, bound) in bounds.enumerated() {
            let inside = counts[bucket]
            if Double(below &+ inside) >= rank, inside > 0 {
                let start = bucket == 0 ? 0 : Double(bounds[bucket - 1])
                return start + (Double(bound) - start) * (rank - Double(below)) / Double(inside)
            }
            below &+= inside
        }
        return Double(last)
    }
}

/// A set of counters, one for each case of an enumeration. Incrementing costs an addition.
package struct CounterSet<Kind: CaseIterable & Hashable & RawRepresentable & Sendable>: Hashable,
    Sendable
where Kind.RawValue == Int {
    private var counts: [UInt64]

    /// Creates a set with all counters at zero.
    package init() {
        let largest = Kind.allCases.map(\.rawValue).max() ?? 0
        counts = Array(repeating: 0, count: largest + 1)
    }

    /// The counter of one kind.
    package subscript(kind: Kind) -> UInt64 {
        get { counts[kind.rawValue] }
        set { counts[kind.rawValue] = newValue }
    }

    /// The sum of all counters.
    package var total: UInt64 { counts.reduce(0, &+) }
}
