internal import NavigationText

/// A YAML file as nodes that know their place, independent of their meaning.
package enum YAMLDocument {
    /// Reads the one document of a file; pure, in time and space linear in the file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content: UTF-8, with or without a byte order mark.
    ///   - limit: the largest file that is read, in bytes.
    /// - Returns: the root; an empty plain scalar if there is none.
    /// - Throws: the first mistake of the syntax, a file that is too long or no UTF-8, and what no
    ///   file of ours needs: anchors, aliases, unknown tags, deep nesting.
    package static func read(
        _ bytes: [UInt8], limit: Int
    ) throws(YAMLDiagnostic) -> YAMLNode {
        guard bytes.count <= limit else {
            throw YAMLDiagnostic(
                .start,
                "the file has \(bytes.count) bytes, the maximum is \(limit)")
        }
        let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
        if let invalid = firstInvalidByte(of: text) {
            throw YAMLDiagnostic(
                TextPosition(ofByte: invalid, in: text),
                "invalid UTF-8", advice: "save the file as UTF-8")
        }
        return try YAMLComposer.compose(text)
    }

    private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            offset += UTF8.width(scalar)
        }
        return offset
    }
}

/// One mistake in a YAML file: its place, the error and the fix.
package struct YAMLDiagnostic: Error, Hashable, Sendable {
    /// The place of the mistake.
    package let position: TextPosition
    private let text: AdvisedMessage

    /// The error and the fix; one line of printable text.
    package var message: String { text.description }

    /// The fix alone; `nil` if the error says all there is to say.
    package var advice: String? { text.advice }

    /// Names a mistake.
    package init(_ position: TextPosition, _ mistake: String, advice: String? = nil) {
        self.position = position
        text = AdvisedMessage(mistake, advice: advice)
    }
}

extension YAMLDiagnostic {
    /// Returns a mistake that libyaml found, in its words and with the usual fix.
    static func syntax(_ problem: String, at position: TextPosition) -> Self {
        let advice = advices.first { problem.contains($0.sign) }?.advice ?? "check the indentation"
        return Self(position, "not valid YAML (\(problem))", advice: advice)
    }

    /// The usual fixes, by a sign in libyaml's message.
    private static let advices: [(sign: String, advice: String)] = [
        (
            "mapping values are not allowed",
            "put each key on its own line, and quote a text with ': ' in it"
        ),
        (
            "did not find expected key",
            "indent all keys of a mapping equally, and quote the whole text"
        ),
        ("could not find expected ':'", "write 'key: value'"),
        ("did not find expected '-'", "indent all '-' of a list equally"),
        (
            "character that cannot start any token",
            "indent with spaces, and quote a text that begins with a sign"
        ),
        (
            "did not find expected alphabetic or numeric character",
            "quote a text that begins with '*' or '&'"
        ),
        ("tab character", "indent with spaces"),
        ("end of stream", "close the quote or bracket that begins here"),
        ("unknown escape character", "write '\\\\' for a backslash, or use single quotes"),
        ("control characters", "write it as an escape in double quotes: \"\\x1B\""),
        ("did not find expected ',' or", "close the bracket, and quote a text with brackets"),
        ("undefined tag handle", "quote a text that begins with '!'"),
    ]
}
