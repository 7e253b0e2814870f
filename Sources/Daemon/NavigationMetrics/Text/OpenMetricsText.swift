/// Metrics in OpenMetrics 1.0, which Prometheus and others read.
package enum OpenMetricsText {
    /// The media type of the text.
    package static let contentType =
        "application/openmetrics-text; version=1.0.0; charset=utf-8"

    /// Returns the text of all families, in their order, with the final end mark.
    package static func encode(_ families: [MetricFamily]) -> String {
        var text = ""
        for family in families { write(family, to: &text) }
        text += "# EOF\n"
        return text
    }

    private static func write(_ family: MetricFamily, to text: inout String) {
        text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
        if let unit = family.unit { text += "# UNIT \(family.name) \(unit)\n" }
        text += "# HELP \(family.name) \(escaped(family.help))\n"
        for sample in family.samples {
            switch sample.value {
            case .number(let number):
                let ending =
                    switch family.kind {
                    case .counter: "_total"
                    case .info: "_info"
                    case .gauge, .histogram: ""
                    }
                write(family.name + ending, sample.labels, number, to: &text)
            case .distribution(let buckets, let count, let sum):
                let all = buckets + [(bound: .infinity, count: count)]
                for bucket in all {
                    let bound = bucket.bound == .infinity ? "+Inf" : "\(bucket.bound)"
                    write(
                        family.name + "_bucket", sample.labels + [("le", bound)],
                        Double(bucket.count), to: &text)
                }
                write(family.name + "_count", sample.labels, Double(count), to: &text)
                write(family.name + "_sum", sample.labels, sum, to: &text)
            }
        }
    }

    private static func write(
        _ name: String, _ labels: [(name: String, value: String)], _ value: Double,
        to text: inout String
    ) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(escaped($0.value))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        // Whole numbers as such, as far as they are exact.
        let whole = Int64(exactly: value).flatMap { abs($0) < 1 << 53 ? "\($0)" : nil }
        text += " \(whole ?? "\(value)")\n"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        // By scalars, not by characters: a carriage return with a line feed is one character.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\".unicodeScalars
            case "\"": escaped += "\\\"".unicodeScalars
            case "\n": escaped += "\\n".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
