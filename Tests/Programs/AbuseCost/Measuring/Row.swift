/// The result of one abuse.
struct Row: CustomStringConvertible {
    let abuse: Abuse
    var alone = Latencies()
    var abused = Latencies()
    /// The number of attempts, in this time.
    var count = 0
    var time = Duration.zero
    /// Bytes of memory that the daemon has afterwards.
    var memory = 0

    /// The most that a p99 may grow by.
    static let bound = 2.0

    init(abuse: Abuse) {
        self.abuse = abuse
    }

    /// A Boolean value indicating whether it is within the bound.
    var isGood: Bool {
        ratio(\.replies) <= Self.bound && ratio(\.publications) <= Self.bound
    }

    private func ratio(_ path: KeyPath<Latencies, [Duration]>) -> Double {
        abused[keyPath: path].percentile(99) / alone[keyPath: path].percentile(99)
    }

    /// The head of the table.
    static let head = """
        milliseconds, p50/p99/longest    receipt                                  feed
        abuse                 a second   alone           abused          ratio    \
        alone           abused          ratio    changes        MiB
        """

    var description: String {
        let rate = Double(count) / (time / .seconds(1))
        return [
            abuse.rawValue.padded(to: 20), "\(Int(rate))".padded(to: 10, right: true), "  ",
            columns(\.replies), columns(\.publications),
            "\(alone.replies.count)+\(abused.replies.count)".padded(to: 12),
            "\(memory >> 20)".padded(to: 6, right: true), verdict,
        ].joined()
    }

    private var verdict: String { isGood ? "" : "  MORE THAN TWICE" }

    private func columns(_ path: KeyPath<Latencies, [Duration]>) -> String {
        let (alone, abused) = (alone[keyPath: path], abused[keyPath: path])
        return alone.text.padded(to: 16) + abused.text.padded(to: 16)
            + ratio(path).hundredths.padded(to: 9)
    }
}

extension String {
    fileprivate func padded(to length: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, length - count))
        return right ? space + self : self + space
    }
}
