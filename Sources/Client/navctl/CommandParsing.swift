internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationText

/// The parsing of command lines.
///
/// The parser makes all commands of a tree by reflection, and looks for the root's options before a
/// command's. Most lines begin with the name of a command, or with options of every command and then
/// its name: those are parsed by that command alone, in a third of the time. The commands that
/// scripts run most read theirs without reflection. Whatever is not accepted so, the whole tree
/// parses: help, versions, completions and every error are the tree's.
enum CommandParsing {
    /// Returns the command of a command line; throws the tree's error, or that of a name that no
    /// command has.
    static func command(from arguments: [String]) throws -> any ParsableCommand {
        if let command = namedCommand(from: arguments) { return command }
        do {
            return try Navctl.parseAsRoot(arguments)
        } catch {
            throw Navctl.exitCode(for: error) == .validationFailure
                ? unknownName(in: arguments) ?? error : error
        }
    }

    /// Returns the error of a word in the place of a command's name that is none, with the name that
    /// was probably meant; `nil` if there is no such word.
    private static func unknownName(in arguments: [String]) -> CommandError? {
        var words = arguments.dropFirst(optionCount(of: arguments))
        var command: any ParsableCommand.Type = Navctl.self
        var path = "navctl"
        while case let subcommands = command.configuration.subcommands, !subcommands.isEmpty,
            let word = words.popFirst(), !word.hasPrefix("-"), word != "help"
        {
            if let named = subcommands.first(where: { $0.names.contains(word) }) {
                command = named
                path += " " + word
                continue
            }
            // Other words are those of the command that needs no name.
            guard command.configuration.defaultSubcommand == nil else { return nil }
            let names = subcommands.filter { $0.configuration.shouldDisplay }.flatMap { $0.names }
            let question = SpellChecker.nearest(to: word, in: names).map {
                "did you mean '\($0)'? "
            }
            return CommandError(
                message: "no command '\(word.label())'",
                advice: "\(question ?? "")see '\(path) --help'",
                status: .usage)
        }
        return nil
    }

    /// A command that reads its words without reflection.
    typealias PlainCommand = SessionCommand & WordsReadable

    /// Returns the command of a valid line that such a command reads; `nil` for any other.
    static func plainCommand(from arguments: [String]) -> (any SessionCommand)? {
        let options = arguments.prefix(optionCount(of: arguments))
        let words = arguments.dropFirst(options.count)
        guard let (command, names) = plainCommand(namedIn: words) else { return nil }
        return try? read(options + words.dropFirst(names), as: command)
    }

    /// Returns the command that words begin with the names of, and the number of these.
    ///
    /// Each type is looked up alone: in a list of them, every start would make the metadata of all.
    private static func plainCommand(
        namedIn words: ArraySlice<String>
    ) -> (any PlainCommand.Type, names: Int)? {
        switch (words.first, words.dropFirst().first) {
        case ("show", _), ("get", _): (ShowCommand.self, 1)
        case ("status", _): (StatusCommand.self, 1)
        case ("push", _): (PushCommand.self, 1)
        case ("pop", _): (PopCommand.self, 1)
        case ("tab", "select"): (TabSelectCommand.self, 2)
        case ("tab", "update"): (TabUpdateCommand.self, 2)
        case ("tab", "badge"): (TabBadgeCommand.self, 2)
        default: nil
        }
    }

    private static func read<Command: PlainCommand>(
        _ words: ArraySlice<String>, as command: Command.Type
    ) throws -> any SessionCommand { try CommandWords.read(words, as: command) }

    /// Returns the command of a valid command line that begins with its name, or with options of
    /// every command and then its name; `nil` for any other.
    static func namedCommand(from arguments: [String]) -> (any ParsableCommand)? {
        let options = arguments.prefix(optionCount(of: arguments))
        var words = arguments.dropFirst(options.count)
        var command: any ParsableCommand.Type = Navctl.self
        while case let subcommands = command.configuration.subcommands, !subcommands.isEmpty {
            guard let name = words.popFirst(),
                let subcommand = subcommands.first(where: { $0.names.contains(name) })
            else { return nil }
            command = subcommand
        }
        guard !takingOptions.contains(where: { $0 == command }) else { return nil }
        return parse(options + words, as: command)
    }

    /// The options of every command that take a value.
    private static let options: Set<Substring> = [
        "--endpoint", "--device", "-u", "--user", "--scene", "--timeout", "-o", "--output",
    ]

    /// Returns the number of words that a command line's first options take.
    private static func optionCount(of arguments: [String]) -> Int {
        var count = 0
        while count < arguments.count {
            let word = arguments[count]
            if options.contains(word[...]) {
                count += 2
            } else if word == "--ephemeral"
                || options.contains(word.prefix { $0 != "=" }) && word.contains("=")
            {
                count += 1
            } else {
                break
            }
        }
        return count
    }

    /// The commands with an argument that takes any number of words: it would take options, and what
    /// stands behind them, that the tree reads first.
    private static let takingOptions: [any ParsableCommand.Type] = [
        HookSetCommand.self, ModalPresentCommand.self,
    ]

    private static func parse<Command: ParsableCommand>(
        _ words: ArraySlice<String>, as command: Command.Type
    ) -> Command? {
        (try? LoneCommand<Command>.parseAsRoot(Array(words)) as? LoneCommand<Command>)?.command
    }
}

extension ParsableCommand {
    /// The name of the command, and its aliases.
    fileprivate static var names: [String] { [_commandName] + configuration.aliases }
}

/// A command outside of the tree.
private struct LoneCommand<Command: ParsableCommand>: ParsableCommand {
    /// With a superior command the parser does not look for a request of completion scripts, which
    /// would parse each line twice more.
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "command", _superCommandName: "navctl")
    }

    @OptionGroup var command: Command
}
