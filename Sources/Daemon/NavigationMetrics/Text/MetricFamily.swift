/// The metrics of one name, with all their values.
package struct MetricFamily: Sendable {
    /// The types of metrics.
    package enum Kind: String, Sendable {
        /// A value that grows from the start on.
        case counter
        /// A value that goes up and down.
        case gauge
        /// The distribution of a quantity by size.
        case histogram
        /// A constant description, as labels.
        case info
    }

    /// One value, with the labels that distinguish it.
    package struct Sample: Sendable {
        /// The names and values of its labels, in order.
        package let labels: [(name: String, value: String)]
        /// The value.
        package let value: Value

        /// Joins the parts.
        package init(_ value: Value, _ labels: [(name: String, value: String)] = []) {
            self.labels = labels
            self.value = value
        }
    }

    /// The value of a sample.
    package enum Value: Sendable {
        /// A number.
        case number(Double)
        /// The counts up to each bound, growing; the total count; the sum of all sizes.
        case distribution([(bound: Double, count: UInt64)], count: UInt64, sum: Double)
    }

    /// The name as OpenMetrics has it: it ends with the unit, and has no `_total` or the like.
    package let name: String
    /// The type of the metric.
    package let kind: Kind
    /// The unit; `nil` for mere numbers.
    package let unit: String?
    /// The description, in a sentence.
    package let help: String
    /// The values.
    package let samples: [Sample]

    /// Joins the parts.
    package init(
        _ name: String, _ kind: Kind, unit: String? = nil, _ help: String, _ samples: [Sample]
    ) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
        self.samples = samples
    }
}
