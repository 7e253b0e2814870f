/// The output of a process so far, and its end if it has ended.
package struct Transcript: Sendable {
    /// Standard output.
    package var output = Printed()
    /// Standard error.
    package var errors = Printed()
    /// `nil` while the process runs.
    package var ending: Ending?

    /// A Boolean value indicating whether nothing more can come.
    package var isComplete: Bool { ending != nil && output.isAtEnd && errors.isAtEnd }
}

/// The manner in which a process ended.
package enum Ending: Hashable, Sendable {
    /// It ended by itself with this code.
    case exit(Int32)
    /// This signal ended it.
    case signal(Int32)
}

/// The bytes of one stream, and the lines that they make.
package struct Printed: Sendable {
    /// All bytes.
    package private(set) var bytes: [UInt8] = []
    /// The complete lines; at the end of the stream also what no line feed ended.
    package private(set) var lines: [String] = []
    /// A Boolean value indicating whether the process has closed the stream.
    package private(set) var isAtEnd = false
    private var start = 0

    /// All of it as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes what was read; nothing means the end.
    package mutating func add(_ chunk: some Collection<UInt8>) {
        isAtEnd = chunk.isEmpty
        var position = bytes.count
        bytes += chunk
        while let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
            start = end + 1
            position = start
        }
        if isAtEnd, start < bytes.count {
            lines.append(String(decoding: bytes[start...], as: UTF8.self))
            start = bytes.count
        }
    }
}
