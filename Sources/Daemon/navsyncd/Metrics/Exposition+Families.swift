internal import NavigationMetrics
internal import NavigationSync

/// Families of each kind.
extension Exposition {
    /// A counter.
    static func counter(
        _ name: String, unit: String? = nil, _ help: String, _ count: UInt64
    ) -> MetricFamily {
        MetricFamily(name, .counter, unit: unit, help, [.init(.number(Double(count)))])
    }

    /// Counters, distinguished by one label.
    static func counters(
        _ name: String, _ help: String, _ counts: [(String, UInt64)], by label: String
    ) -> MetricFamily {
        MetricFamily(
            name, .counter, help,
            counts.map { .init(.number(Double($1)), [(label, $0.snakeCased)]) })
    }

    /// A gauge.
    static func gauge(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
        MetricFamily(name, .gauge, help, [.init(.number(Double(value)))])
    }

    /// Gauges, distinguished by one label.
    static func gauges(
        _ name: String, _ help: String, _ values: [(String, Int)], by label: String
    ) -> MetricFamily {
        MetricFamily(
            name, .gauge, help, values.map { .init(.number(Double($1)), [(label, $0.snakeCased)]) })
    }

    /// A gauge of bytes.
    static func bytes(_ name: String, _ help: String, _ count: UInt64) -> MetricFamily {
        MetricFamily(name, .gauge, unit: "bytes", help, [.init(.number(Double(count)))])
    }

    /// A histogram of times, recorded in microseconds.
    static func times(_ name: String, _ help: String, _ histogram: Histogram) -> MetricFamily {
        MetricFamily(
            name, .histogram, unit: "seconds", help, [distribution(histogram, scale: 1_000_000)])
    }

    /// A histogram whose values are divided by `scale`.
    static func distribution(_ histogram: Histogram, scale: Double) -> MetricFamily.Sample {
        var count: UInt64 = 0
        let buckets = zip(histogram.bounds, histogram.counts).map { bound, inside in
            count += inside
            return (bound: Double(bound) / scale, count: count)
        }
        return .init(
            .distribution(buckets, count: histogram.count, sum: Double(histogram.sum) / scale))
    }
}

extension String {
    /// `unknownKey` as `unknown_key`.
    var snakeCased: String {
        reduce(into: "") { text, character in
            text += character.isUppercase ? "_\(character.lowercased())" : "\(character)"
        }
    }
}
