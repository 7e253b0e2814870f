/// How often a quantity had which size: counted in buckets, with the sum of all sizes.
///
/// Whole numbers in a unit that its owner knows. Noting one costs a search among the bounds and no
/// memory.
public struct Histogram: Hashable, Sendable {
    /// The largest size of each bucket, growing; what is larger than the last is in a bucket of its
    /// own.
    public let bounds: [Int64]
    /// How many were in each bucket, and last those beyond.
    public private(set) var counts: [UInt64]
    /// The sum of all sizes, held within the range of the type.
    public private(set) var sum: Int64 = 0

    /// An empty one.
    ///
    /// - Parameter bounds: in growing order.
    public init(bounds: [Int64]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// An empty one for lengths of time in microseconds, from 100 µs to 10 s.
    public static let latency = Histogram(
        bounds: [
            100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
            1_000_000, 2_500_000, 5_000_000, 10_000_000,
        ])

    /// An empty one for numbers of things, from 1 to 4,096 in steps of four times.
    public static let size = Histogram(bounds: [1, 4, 16, 64, 256, 1_024, 4_096])

    /// How many there were in all.
    public var count: UInt64 { counts.reduce(0, &+) }

    /// Notes one; what is negative counts as zero.
    public mutating func note(_ value: Int64) {
        let value = max(0, value)
        var bucket = 0
        while bucket < bounds.count, bounds[bucket] < value { bucket += 1 }
        counts[bucket] &+= 1
        let (total, isTooLarge) = sum.addingReportingOverflow(value)
        sum = isTooLarge ? .max : total
    }

    /// Notes a length of time in microseconds.
    public mutating func note(_ duration: Duration) {
        note(duration.microseconds)
    }

    /// Adds what another one of the same bounds has counted.
    public mutating func add(_ other: Histogram) {
        guard other.bounds == bounds else { return }
        for bucket in counts.indices { counts[bucket] &+= other.counts[bucket] }
        let (total, isTooLarge) = sum.addingReportingOverflow(other.sum)
        sum = isTooLarge ? .max : total
    }

    /// The size that this part of all does not exceed, as far as the buckets tell: within the bucket
    /// in proportion, as Prometheus' `histogram_quantile` has it; `nil` if there is none. What is
    /// beyond the last bound is told as that.
    public func quantile(_ part: Double) -> Double? {
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
