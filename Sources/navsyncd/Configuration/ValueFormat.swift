/// How the values of a setting are written: one rule to read them, to show them and to describe them.
struct ValueFormat<Value: Hashable & Sendable>: Sendable {
    /// What may be written, for the reference and for messages: `a number from 1 to 10`.
    let description: String
    /// Reads a value; a complaint says what is wrong with it and what to write.
    let read: @Sendable (String) throws(FormatError) -> Value
    /// Writes a value so that it is read back the same.
    let show: @Sendable (Value) -> String

    /// The same with a word for no value at all.
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

/// What is wrong with a value and what to write instead: the end of a sentence that begins with the
/// setting and the value.
struct FormatError: Error, Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
