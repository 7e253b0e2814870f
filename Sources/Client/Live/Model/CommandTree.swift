/// The commands of a program, for their completion.
package struct CommandTree: Hashable, Sendable {
    /// The name.
    package let name: String
    /// A description in a few words.
    package let summary: String
    /// The names of its options.
    package let options: [String]
    /// Its commands.
    package let commands: [CommandTree]
    /// A Boolean value indicating whether it, or the group that it stands for, changes nothing.
    package let isReading: Bool
    /// A Boolean value indicating whether it runs until it is interrupted, or needs a terminal.
    package let isEndless: Bool

    /// Joins the parts.
    package init(
        name: String, summary: String = "", options: [String] = [],
        commands: [CommandTree] = [], isReading: Bool = false, isEndless: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.options = options
        self.commands = commands
        self.isReading = isReading
        self.isEndless = isEndless
    }

    /// Returns the innermost command that the words name; this one if they name none.
    func named(by words: some Collection<String>) -> CommandTree {
        guard let first = words.first, let command = commands.first(where: { $0.name == first })
        else { return self }
        return command.named(by: words.dropFirst())
    }

    /// Returns the command that a line begins with, if there is one.
    func command(of words: [String]) -> CommandTree? {
        commands.first { $0.name == words.first }
    }

    /// Returns the completions of a line's last word: commands and options, with their summaries.
    func completions(of line: String) -> [(text: String, summary: String)] {
        let words = line.split(separator: " ").map(String.init)
        let isBetween = line.isEmpty || line.hasSuffix(" ")
        let done = isBetween ? words : Array(words.dropLast())
        let last = isBetween ? "" : words.last ?? ""
        let command = named(by: done)
        let start = done.map { $0 + " " }.joined()
        if last.hasPrefix("-") {
            return command.options.filter { $0.hasPrefix(last) }.map { (start + $0 + " ", "") }
        }
        return command.commands.filter { $0.name.hasPrefix(last) }.map {
            (start + $0.name + " ", $0.summary)
        }
    }

    /// Splits a line into words at spaces outside of quotes and unless after a backslash, as a
    /// shell does; `nil` if a quote is not closed.
    static func words(of line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                if let done = word.take() { words.append(done) }
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        return words + [word].compactMap(\.self)
    }
}
