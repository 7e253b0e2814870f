/// A sentence with gaps: `{w}` is one word, `{d}` a duration ("250 ms"), `{*}` any words.
struct Template {
    private let parts: [Substring]

    init(_ text: String) {
        parts = text.split(separator: " ")
    }

    /// Returns the words in the gaps, if `words` are this sentence.
    func match(_ words: [Substring]) -> [String]? {
        Self.match(parts[...], words[...])
    }

    private static func match(
        _ parts: ArraySlice<Substring>, _ words: ArraySlice<Substring>
    ) -> [String]? {
        guard let part = parts.first else { return words.isEmpty ? [] : nil }
        let lengths: ClosedRange<Int>
        switch part {
        case "{w}": lengths = 1...1
        case "{d}": lengths = 2...2
        case "{*}": lengths = 1...max(1, words.count)
        default:
            guard words.first == part else { return nil }
            return match(parts.dropFirst(), words.dropFirst())
        }
        for length in lengths where length <= words.count {
            if let rest = match(parts.dropFirst(), words.dropFirst(length)) {
                return [words.prefix(length).joined(separator: " ")] + rest
            }
        }
        return nil
    }
}

/// The words of a sentence, to be held against templates.
struct Sentence {
    let words: [Substring]

    init(_ words: [Substring]) {
        self.words = words
    }

    init(_ text: some StringProtocol) {
        words = Substring(text).split(separator: " ")
    }

    func match(_ template: String) -> [String]? { Template(template).match(words) }

    func says(_ text: String) -> Bool { match(text) != nil }
}

extension Duration {
    /// "250 ms", "3 s".
    var inWords: String {
        let micros = wholeMicroseconds
        if micros % 1_000_000 == 0 { return "\(micros / 1_000_000) s" }
        if micros % 1_000 == 0 { return "\(micros / 1_000) ms" }
        return "\(micros) us"
    }

    /// Reads a number and a unit; `nil` for anything else.
    init?(inWords text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, let count = Int64(words[0]) else { return nil }
        switch words[1] {
        case "us": self = .microseconds(count)
        case "ms": self = .milliseconds(count)
        case "s": self = .seconds(count)
        case "min": self = .seconds(count * 60)
        case "h": self = .seconds(count * 3_600)
        case "day", "days": self = .seconds(count * 86_400)
        default: return nil
        }
    }
}

extension [String] {
    /// "a, b and c".
    var inWords: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }

    /// Reads such a list.
    init(inWords text: String) {
        self = text.replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
    }
}
