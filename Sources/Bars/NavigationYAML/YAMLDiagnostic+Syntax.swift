extension YAMLDiagnostic {
    /// Returns a mistake that libyaml found, in its words and with the usual fix.
    static func syntax(_ problem: String, at position: TextPosition) -> Self {
        let advice = advices.first { problem.contains($0.sign) }?.advice ?? "check the indentation"
        return Self(position, "not valid YAML (\(problem)): \(advice)")
    }

    /// The usual fixes, by a sign in libyaml's message.
    private static let advices: [(sign: String, advice: String)] = [
        (
            "mapping values are not allowed",
            "give each key a line of its own, and quotes to a text with ': ' in it"
        ),
        (
            "did not find expected key",
            "begin all keys that belong together in the same column, and quote the whole text"
        ),
        ("could not find expected ':'", "write 'key: value'"),
        ("did not find expected '-'", "begin all '-' of a list in the same column"),
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
        ("did not find expected ',' or", "close the bracket, and quote a text that has one"),
        ("undefined tag handle", "quote a text that begins with '!'"),
    ]
}
