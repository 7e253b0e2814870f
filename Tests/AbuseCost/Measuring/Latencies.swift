/// How long changes took.
struct Latencies: Sendable {
    /// Until the receipt, which says that the change is on disk.
    var replies: [Duration] = []
    /// Until the change came on the feed.
    var publications: [Duration] = []

    static func += (left: inout Latencies, right: Latencies) {
        left.replies += right.replies
        left.publications += right.publications
    }
}

extension [Duration] {
    /// The value that so many of a hundred are not above.
    func percentile(_ share: Int) -> Duration {
        guard !isEmpty else { return .zero }
        return sorted()[Swift.min(count - 1, count * share / 100)]
    }
}
