/// A place in a text file as editors count it.
package struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1, counted in Unicode scalars.
    package let column: Int

    /// Joins the parts.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position of the byte at `offset`; what comes before it is UTF-8.
    init(ofByte offset: Int, in text: [UInt8]) {
        let before = text.prefix(offset)
        let newline = UInt8(ascii: "\n")
        let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        line = before.count { $0 == newline } + 1
        column = before[lineStart...].count { $0 & 0xc0 != 0x80 } + 1
    }

    /// The beginning of a file.
    package static let start = TextPosition(line: 1, column: 1)

    /// `line:column`.
    package var description: String { "\(line):\(column)" }

    /// Orders from the beginning of the file to its end.
    package static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// Returns a piece of a file in quotes for a message: one line, printable and short.
package func excerpt(_ text: String) -> String {
    let longest = 40
    let scalars = text.unicodeScalars
    let shown = printable(String(scalars.prefix(longest)))
    return scalars.count > longest ? "'\(shown)…'" : "'\(shown)'"
}

/// Returns the text with escapes for what can't be seen, or would turn the direction of the rest.
package func printable(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { shown, scalar in
        shown +=
            ScalarText.needsEscape(scalar)
            ? ScalarText.escape(scalar) : String(Character(scalar))
    }
}
