import Foundation

/// Latencies of changes.
struct Latencies: Sendable {
    /// Until the receipt, which confirms that the change is on disk.
    var replies: [Duration] = []
    /// Until the change came on the feed.
    var publications: [Duration] = []

    static func += (left: inout Latencies, right: Latencies) {
        left.replies += right.replies
        left.publications += right.publications
    }

    /// The p50, the p99 and the longest in milliseconds, until the receipt and on the feed.
    var text: String { "\(replies.text) ms until the receipt, \(publications.text) on the feed" }
}

extension [Duration] {
    /// The value that so many of a hundred are not above.
    func percentile(_ share: Int) -> Duration {
        guard !isEmpty else { return .zero }
        return sorted()[Swift.min(count - 1, count * share / 100)]
    }

    /// The p50, the p99 and the longest in milliseconds.
    var text: String {
        [50, 99, 100].map { (percentile($0) / .milliseconds(1)).hundredths }.joined(separator: "/")
    }
}

extension Double {
    /// With two digits after the point.
    var hundredths: String { String(format: "%.2f", self) }
}
