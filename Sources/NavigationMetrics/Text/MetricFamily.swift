/// What is measured under one name, with all its values.
package struct MetricFamily: Sendable {
    /// What a value is.
    package enum Kind: String, Sendable {
        /// Grows from the start on.
        case counter
        /// Goes up and down.
        case gauge
        /// How often a quantity had which size.
        case histogram
        /// Says what something is.
        case info
    }

    /// One value, and what tells it from the others.
    package struct Sample: Sendable {
        /// Names and values of its labels, in order.
        package let labels: [(name: String, value: String)]
        /// The value.
        package let value: Value

        /// Joins the parts.
        package init(_ value: Value, _ labels: [(name: String, value: String)] = []) {
            self.labels = labels
            self.value = value
        }
    }

    /// What a sample holds.
    package enum Value: Sendable {
        /// A number.
        case number(Double)
        /// How many did not exceed each size, growing; how many there were; the sum of all sizes.
        case distribution([(bound: Double, count: UInt64)], count: UInt64, sum: Double)
    }

    /// The name in the words of OpenMetrics: it ends with the unit, and has no `_total` or the like.
    package let name: String
    /// What its values are.
    package let kind: Kind
    /// The unit; `nil` for mere numbers.
    package let unit: String?
    /// What it is, in a sentence.
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
