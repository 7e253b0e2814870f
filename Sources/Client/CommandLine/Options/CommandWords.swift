package import ArgumentParser

/// A command, or a group of options, that is also read without the parser's reflection.
///
/// The parser finds the properties of a command by reflection, a fifth of the processor time of a
/// whole `navctl show`. So commands that scripts run often read their plain lines by themselves:
/// every property is assigned, with the default that its declaration has. A line with anything else
/// in it is the parser's.
package protocol WordsReadable: ParsableArguments {
    /// Reads all properties; throws ``CommandWords/NotPlain`` for a line that the parser has to read.
    init(_ words: inout CommandWords) throws
}

/// The words of a command line without the command's name: long options with a value or without,
/// some short ones, and arguments.
///
/// Options are taken by name, and then the arguments in order. What is left over, in particular any
/// other word that begins with a hyphen, makes the line one for the parser.
package struct CommandWords {
    /// The reason why a line is left to the parser: its error, if it is one, has a better text.
    package struct NotPlain: Error {}

    /// The words, `nil` for those that were taken: no other two become neighbours.
    private var words: [String?]

    /// Reads a whole line; throws ``NotPlain`` or the error of a validation.
    package static func read<Command: WordsReadable>(
        _ words: ArraySlice<String>, as _: Command.Type
    ) throws -> Command {
        var line = Self(words: Array(words))
        let command: Command = try line.group()
        guard line.words.allSatisfy({ $0 == nil }) else { throw NotPlain() }
        return command
    }

    /// Takes the words of a group of options, and validates it.
    package mutating func group<Group: WordsReadable>() throws -> Group {
        var group = try Group(&self)
        try group.validate()
        return group
    }

    /// Takes an option without a value; returns whether it was there.
    package mutating func flag(_ name: String) -> Bool {
        guard let place = words.firstIndex(of: name) else { return false }
        words[place] = nil
        return true
    }

    /// Takes the first of an option and its value, in the same word behind an equals sign or in the
    /// next one; returns `nil` if there is none.
    package mutating func option<Value: ExpressibleByArgument>(
        _ name: String, short: String? = nil
    ) throws(NotPlain) -> Value? {
        let joined = name + "="
        let place = words.firstIndex {
            $0 == name || short != nil && $0 == short || $0?.hasPrefix(joined) == true
        }
        guard let place, let word = take(at: place) else { return nil }
        if word.hasPrefix(joined) {
            return try Self.value(of: String(word.dropFirst(joined.count)))
        }
        guard let next = take(at: place + 1) else { throw NotPlain() }
        return try Self.value(of: next)
    }

    /// Takes all of an option that may be repeated, and their values.
    package mutating func options(_ name: String) throws(NotPlain) -> [String] {
        var values: [String] = []
        while let value: String = try option(name) { values.append(value) }
        return values
    }

    /// Takes the next argument; returns `nil` if there is none.
    package mutating func argumentIfAny<Value: ExpressibleByArgument>() throws(NotPlain) -> Value? {
        guard let place = words.firstIndex(where: { $0 != nil }), let word = take(at: place) else {
            return nil
        }
        return try Self.value(of: word)
    }

    /// Takes the next argument.
    package mutating func argument<Value: ExpressibleByArgument>() throws(NotPlain) -> Value {
        guard let value: Value = try argumentIfAny() else { throw NotPlain() }
        return value
    }

    private mutating func take(at place: Int) -> String? {
        guard place < words.count else { return nil }
        defer { words[place] = nil }
        return words[place]
    }

    private static func value<Value: ExpressibleByArgument>(
        of word: String
    ) throws(NotPlain) -> Value {
        guard !word.isEmpty, !word.hasPrefix("-"), let value = Value(argument: word) else {
            throw NotPlain()
        }
        return value
    }
}
