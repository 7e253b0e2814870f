/// The events of a run, line by line: all of them as a hash, and the last lines as text.
package struct Trace {
    /// FNV-1a over all lines: two runs with the same hash did the same.
    package private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    /// The number of lines.
    package private(set) var count = 0
    /// The last lines.
    package private(set) var lines: [String] = []
    private let limit: Int

    /// - Parameter limit: how many lines are kept as text.
    package init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ line: String, at now: Duration) {
        let text = "\(now.clock)  \(line)"
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        count += 1
        lines.append(text)
        if lines.count / 2 >= max(limit, 1) { lines.removeFirst(lines.count - limit) }
    }

    /// The last lines, at most `count`.
    package func last(_ count: Int) -> [String] { Array(lines.suffix(count)) }
}

extension Duration {
    /// Seconds with six digits after the point.
    package var clock: String {
        let micros = wholeMicroseconds
        let fraction = String(abs(micros % 1_000_000))
        let padding = String(repeating: "0", count: 6 - fraction.count)
        return "\(micros / 1_000_000).\(padding)\(fraction)"
    }

    /// Microseconds, without what is smaller.
    var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
