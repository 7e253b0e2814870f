/// A reader of Redis' replies, element by element.
struct RESPScanner {
    /// Elements still to come, of each array that is open.
    private var open: [Int] = []

    /// An element of a reply.
    enum Element: Hashable {
        /// The head of an array that has elements.
        case array
        /// A text: where it is.
        case text(Range<Int>)
        /// A number, a state, or nothing.
        case other
        /// An error: where its message is.
        case error(Range<Int>)
    }

    /// Reads the next element of `bytes` from `position` on, and moves that behind it; `nil` if it is
    /// not all there.
    ///
    /// - Returns: The element, and a Boolean value indicating whether the reply ends with it.
    mutating func next(
        in bytes: [UInt8], _ position: inout Int
    ) -> (element: Element, isLast: Bool)? {
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")), end > position + 1
        else { return nil }
        let line = position + 1..<end - 1
        var element = Element.other
        var after = end + 1
        let number = Int(String(decoding: bytes[line], as: UTF8.self)) ?? 0
        switch bytes[position] {
        case UInt8(ascii: "-"): element = .error(line)
        case UInt8(ascii: "$") where number >= 0:
            element = .text(after..<after + number)
            after += number + 2
            guard after <= bytes.count else { return nil }
        case UInt8(ascii: "*") where number > 0:
            position = after
            open.append(number)
            return (.array, false)
        default: break
        }
        position = after
        while let last = open.indices.last {
            open[last] -= 1
            guard open[last] == 0 else { return (element, false) }
            open.removeLast()
        }
        return (element, true)
    }
}
