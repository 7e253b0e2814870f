/// A line of text that a person edits.
struct LineEditor: Hashable, Sendable {
    /// The most bytes of a line: twice the longest route.
    static let longest = 8_192

    /// The characters before the cursor.
    private var before: [Character]
    /// The characters at and after the cursor.
    private var after: [Character] = []

    /// A line with the cursor at its end.
    init(_ text: String = "") {
        before = Array(text)
    }

    /// The whole line.
    var text: String { String(before) + String(after) }
    /// The part before the cursor.
    var textBeforeCursor: String { String(before) }
    /// A Boolean value indicating whether there is no character.
    var isEmpty: Bool { before.isEmpty && after.isEmpty }
    /// A Boolean value indicating whether the cursor is at the end.
    var isAtEnd: Bool { after.isEmpty }

    /// Edits the line by a key; returns `false` if the key edits no line.
    mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        case .backspace: _ = before.popLast()
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .left: if let last = before.popLast() { after.insert(last, at: 0) }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home, .control("a"):
            after = before + after
            before = []
        case .end, .control("e"):
            before += after
            after = []
        case .control("u"): before = []
        case .control("k"): after = []
        case .control("w"):
            while before.last?.isWhitespace ?? false { before.removeLast() }
            while let last = before.last, !last.isWhitespace { before.removeLast() }
        case .control, .enter, .tab, .backTab, .escape, .up, .down, .pageUp, .pageDown, .press,
            .scroll, .other:
            return false
        }
        return true
    }

    private mutating func insert(_ text: String) {
        // A pasted line break would end a line that can't have a second.
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard self.text.utf8.count + line.utf8.count <= Self.longest else { return }
        // The new text may join the character before it.
        before = Array(String(before) + line)
    }
}
