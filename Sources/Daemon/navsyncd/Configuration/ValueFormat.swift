/// The format of a setting's values: one rule to read them, to show them and to describe them.
struct ValueFormat<Value: Hashable & Sendable>: Sendable {
    /// The valid values, for the reference and for messages: `a number from 1 to 10`.
    let description: String
    /// Reads a value; an error names the problem and the remedy.
    let read: @Sendable (String) throws(FormatError) -> Value
    /// Returns a value in a form that reads back the same.
    let show: @Sendable (Value) -> String

    /// Returns the format with a word for no value at all.
    func orWord(_ word: String) -> ValueFormat<Value?> {
        ValueFormat<Value?>(description: "\(description), or \(word)") {
            [read] text throws(FormatError) in
            if text == word { return nil }
            do throws(FormatError) {
                return try read(text)
            } catch {
                throw FormatError("\(error.text), or '\(word)'")
            }
        } show: { [show] value in
            value.map(show) ?? word
        }
    }
}

/// The problem of a value and the remedy: the end of a sentence that begins with the setting and
/// the value.
struct FormatError: Error, Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
