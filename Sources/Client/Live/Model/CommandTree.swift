/// The commands of a program, for their completion.
package struct CommandTree: Hashable, Sendable {
    /// An option, a flag or a positional argument of a command.
    package struct Argument: Hashable, Sendable {
        /// The name with its hyphens; `nil` for a positional argument.
        package let name: String?
        /// A description in a few words.
        package let summary: String
        /// The name of its value, as help shows it; `nil` for a flag.
        package let value: String?
        /// The values that there are; empty if there are others.
        package let values: [String]

        /// Joins the parts.
        package init(name: String?, summary: String = "", value: String?, values: [String] = []) {
            self.name = name
            self.summary = summary
            self.value = value
            self.values = values
        }
    }

    /// The name.
    package let name: String
    /// A description in a few words.
    package let summary: String
    /// Its arguments in the order of its help.
    package let arguments: [Argument]
    /// Its commands.
    package let commands: [CommandTree]
    /// A Boolean value indicating whether it, or the group that it stands for, changes nothing.
    package let isReading: Bool
    /// A Boolean value indicating whether it runs until it is interrupted, or needs a terminal.
    package let isEndless: Bool

    /// Joins the parts.
    package init(
        name: String, summary: String = "", arguments: [Argument] = [],
        commands: [CommandTree] = [], isReading: Bool = false, isEndless: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.arguments = arguments
        self.commands = commands
        self.isReading = isReading
        self.isEndless = isEndless
    }

    /// Returns the innermost command that the words name, this one if they name none, and the words
    /// after its name.
    func named(by words: some Collection<String>) -> (command: CommandTree, rest: [String]) {
        guard let first = words.first, let command = commands.first(where: { $0.name == first })
        else { return (self, Array(words)) }
        return command.named(by: words.dropFirst())
    }

    /// Returns the command that a line begins with, if there is one.
    func command(of words: [String]) -> CommandTree? {
        commands.first { $0.name == words.first }
    }

    /// Returns the completions of a line's last word with their summaries: commands, options, and
    /// values of arguments, of which `scene` returns those that only the scene knows.
    func completions(
        of line: String, scene: (Argument) -> [(text: String, summary: String)] = { _ in [] }
    ) -> [(text: String, summary: String)] {
        let words = line.split(separator: " ").map(String.init)
        let isBetween = line.isEmpty || line.hasSuffix(" ")
        let done = isBetween ? words : Array(words.dropLast())
        let last = isBetween ? "" : words.last ?? ""
        let (command, rest) = named(by: done)
        let next: [(text: String, summary: String)]
        if let argument = command.argument(after: rest, isOption: last.hasPrefix("-")) {
            next = argument.values.map { ($0, "") } + scene(argument)
        } else if last.hasPrefix("-") {
            next = command.arguments.compactMap { argument in
                argument.name.map { ($0, argument.summary) }
            }
        } else {
            next = rest.isEmpty ? command.commands.map { ($0.name, $0.summary) } : []
        }
        let start = done.map { $0 + " " }.joined()
        return next.filter { $0.text.hasPrefix(last) }.map { (start + $0.text + " ", $0.summary) }
    }

    /// Returns the argument whose value follows on words after the command's name; `nil` for a
    /// command, an option or nothing.
    private func argument(after words: [String], isOption: Bool) -> Argument? {
        var positions = arguments.filter { $0.name == nil }[...]
        var option: Argument?
        for word in words {
            if option.take() != nil { continue }
            if word.hasPrefix("-") {
                option = arguments.first { $0.name == word && $0.value != nil }
            } else {
                positions = positions.dropFirst()
            }
        }
        return option ?? (isOption ? nil : positions.first)
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
