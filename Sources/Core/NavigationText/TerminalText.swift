/// Text that may be printed: whatever is in it that is not from our source code has passed the
/// filter.
///
/// Literals are taken as they are, since the compiler alone can make them (`StaticString`). All
/// that is interpolated is data: it becomes one printable line of bounded length, isolated if it
/// could turn the direction of its surroundings. Styles and movements of a terminal's cursor are
/// added here and nowhere else; data from a daemon, another device or a file can hold none.
package struct TerminalText: Hashable, Sendable {
    /// The text as it goes to the terminal.
    package private(set) var description: String

    private init(safe text: String) { description = text }

    /// Characters of one piece of data; of a longer one the beginning is shown. Twice the longest
    /// route or property.
    package static let longestPiece = 4_096

    /// No text.
    package static let empty = TerminalText(safe: "")

    /// Data as one line: filtered, bounded and isolated.
    package init(_ data: some StringProtocol) {
        self.init(bounded: String(data))
    }

    /// Takes lines that a writer of this program has made and escaped (JSON, YAML, SVG, help
    /// texts): filtered line by line, of any length, and not isolated.
    package init(document text: String) {
        self.init(
            safe: text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { String($0).printable }.joined(separator: "\n"))
    }

    private init(bounded data: String) {
        let isLong =
            data.utf8.count > Self.longestPiece && data.unicodeScalars.count > Self.longestPiece
        let text =
            isLong
            ? String(data.unicodeScalars.prefix(Self.longestPiece)).printable + "…"
            : data.printable
        self.init(safe: text.isolatedIfNeeded)
    }

    // MARK: Joining

    /// A Boolean value indicating whether there is no text.
    package var isEmpty: Bool { description.isEmpty }

    /// Joins both, one after the other.
    package static func + (left: TerminalText, right: TerminalText) -> TerminalText {
        TerminalText(safe: left.description + right.description)
    }

    /// Adds text at the end.
    package static func += (left: inout TerminalText, right: TerminalText) {
        left.description += right.description
    }

    /// A character of our own, time after time.
    package init(repeating character: Character, count: Int) {
        self.init(safe: String(repeating: String(character).printable, count: max(0, count)))
    }

    /// The lines of the text, by the line ends of its literals; none is empty.
    package var lines: [TerminalText] {
        description.split(separator: "\n").map { TerminalText(safe: String($0)) }
    }

    /// The text without spaces at its end.
    package var trimmed: TerminalText {
        var text = description
        while text.hasSuffix(" ") { text.removeLast() }
        return TerminalText(safe: text)
    }

    // MARK: The terminal

    /// Returns the text with a style: parameters of "Select Graphic Rendition" (ECMA-48), none for
    /// plain.
    package func styled(_ parameters: [Int]) -> TerminalText {
        guard !parameters.isEmpty else { return self }
        let codes = parameters.map { String($0) }.joined(separator: ";")
        return TerminalText(safe: "\u{1b}[\(codes)m\(description)\u{1b}[0m")
    }

    /// Begins the line anew.
    package static let lineStart = TerminalText(safe: "\r")
    /// Deletes the rest of the line.
    package static let lineRest = TerminalText(safe: "\u{1b}[K")
    /// Hides the cursor.
    package static let cursorHidden = TerminalText(safe: "\u{1b}[?25l")
    /// Shows the cursor.
    package static let cursorShown = TerminalText(safe: "\u{1b}[?25h")

    /// Takes the whole screen for itself, without the lines that are on it, and ends each line at
    /// its last cell.
    package static let screenTaken = TerminalText(safe: "\u{1b}[?1049h\u{1b}[?7l\u{1b}[2J")
    /// Gives the screen back with the lines that were on it.
    package static let screenReturned = TerminalText(safe: "\u{1b}[?7h\u{1b}[?1049l")
    /// Has presses of a pointer and pasted texts reported, marked as such.
    package static let inputReported = TerminalText(
        safe: "\u{1b}[?1000h\u{1b}[?1006h\u{1b}[?2004h")
    /// Has them reported no more.
    package static let inputUnreported = TerminalText(
        safe: "\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1000l")
    /// Deletes the whole line.
    package static let wholeLine = TerminalText(safe: "\u{1b}[2K")

    /// Moves the cursor to a cell, by its line and column from 0.
    package static func cursor(row: Int, column: Int) -> TerminalText {
        TerminalText(safe: "\u{1b}[\(row + 1);\(column + 1)H")
    }

    /// Moves the cursor up.
    package static func cursorUp(_ lines: Int) -> TerminalText {
        TerminalText(safe: "\u{1b}[\(lines)A")
    }
}

extension TerminalText: CustomStringConvertible {}

extension TerminalText: ExpressibleByStringInterpolation {
    /// Takes a literal as it is.
    package init(stringLiteral literal: StaticString) {
        self.init(safe: literal.description)
    }

    /// Joins literals and data.
    package init(stringInterpolation: StringInterpolation) {
        self.init(safe: stringInterpolation.text)
    }

    /// The pieces of a literal with values in it.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Reserves room.
        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Adds a literal of the source code.
        package mutating func appendLiteral(_ literal: StaticString) {
            text += literal.description
        }

        /// Adds text that has been filtered.
        package mutating func appendInterpolation(_ text: TerminalText) {
            self.text += text.description
        }

        /// Adds data, filtered.
        package mutating func appendInterpolation(_ data: some CustomStringConvertible) {
            text += TerminalText(data.description).description
        }
    }
}

extension Sequence<TerminalText> {
    /// Joins all, one after the other. Costs what they are long.
    package func joined(separator: TerminalText = .empty) -> TerminalText {
        var all = TerminalText.empty
        for (index, text) in enumerated() {
            if index > 0 { all += separator }
            all += text
        }
        return all
    }
}

extension String {
    /// The printable text between marks that keep its direction to itself, if it has letters that
    /// run from right to left.
    fileprivate var isolatedIfNeeded: String {
        unicodeScalars.contains(where: \.isRightToLeft) ? "\u{2068}\(self)\u{2069}" : self
    }
}
