/// How the values of a setting are written: one rule to read them, to show them and to describe them.
struct SettingForm<Value: Hashable & Sendable>: Sendable {
    /// What may be written, for the reference and for messages: `a number from 1 to 10`.
    let description: String
    /// Reads a value; a complaint says what is wrong with it and what to write.
    let read: @Sendable (String) throws(SettingComplaint) -> Value
    /// Writes a value so that it is read back the same.
    let show: @Sendable (Value) -> String

    /// The same with a word for no value at all.
    func orWord(_ word: String) -> SettingForm<Value?> {
        SettingForm<Value?>(description: "\(description), or \(word)") {
            [read] text throws(SettingComplaint) in
            if text == word { return nil }
            do throws(SettingComplaint) {
                return try read(text)
            } catch {
                throw SettingComplaint("\(error.text), or '\(word)'")
            }
        } show: { [show] value in
            value.map(show) ?? word
        }
    }
}

/// What is wrong with a value and what to write instead: the end of a sentence that begins with the
/// setting and the value.
struct SettingComplaint: Error, Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
