/// What one abuse came to.
struct Row: CustomStringConvertible {
    let abuse: Abuse
    var alone = Latencies()
    var abused = Latencies()
    /// How often it was done, in this time.
    var count = 0
    var time = Duration.zero

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

    static func printHead() {
        print("milliseconds, p50/p99/longest    receipt", terminator: "")
        print("                                  feed")
        print("abuse                 a second   ", terminator: "")
        print("alone           abused          ratio    ", terminator: "")
        print("alone           abused          ratio    changes")
    }

    var description: String {
        let rate = Double(count) / (time / .seconds(1))
        return [
            abuse.rawValue.padded(to: 20), "\(Int(rate))".padded(to: 10, right: true), "  ",
            columns(\.replies), columns(\.publications),
            "\(alone.replies.count)+\(abused.replies.count)", verdict,
        ].joined()
    }

    private var verdict: String { isGood ? "" : "  MORE THAN TWICE" }

    private func columns(_ path: KeyPath<Latencies, [Duration]>) -> String {
        let (alone, abused) = (alone[keyPath: path], abused[keyPath: path])
        return [alone, abused]
            .map { durations in
                [50, 99, 100].map { durations.percentile($0).text }.joined(separator: "/")
            }
            .map { $0.padded(to: 16) }.joined()
            + Duration.milliseconds(ratio(path)).text.padded(to: 9)
    }
}

extension Duration {
    /// Milliseconds with two digits after the point.
    fileprivate var text: String {
        let hundredths = Int((self / .milliseconds(1) * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension String {
    fileprivate func padded(to length: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, length - count))
        return right ? space + self : self + space
    }
}
