internal import ArgumentParser
internal import Live
internal import NavigationJSON

extension CommandTree {
    /// The commands that change nothing.
    private static let reading: Set = [
        "announce", "describe", "diff", "doctor", "explain", "export", "layout", "lint", "log",
        "presence", "properties", "render", "show", "status", "wait",
    ]
    /// The commands that run until they are interrupted.
    private static let endless: Set = ["demo", "live", "watch"]

    /// The commands of a tree, without those that only programs call.
    ///
    /// - Parameter isWhole: A Boolean value indicating whether they have their arguments, which takes
    ///   some milliseconds for each.
    init(of command: any ParsableCommand.Type, isWhole: Bool = false) {
        let configuration = command.configuration
        let name = configuration.commandName ?? ""
        let commands = configuration.subcommands.filter { $0.configuration.shouldDisplay }
        self.init(
            name: name, summary: configuration.abstract,
            arguments: isWhole && commands.isEmpty ? Self.arguments(of: command) : [],
            commands: commands.map { CommandTree(of: $0, isWhole: isWhole) },
            isReading: Self.reading.contains(name), isEndless: Self.endless.contains(name))
    }

    /// Returns the arguments of a command that its help shows.
    private static func arguments(of command: any ParsableCommand.Type) -> [Argument] {
        // As `--experimental-dump-help` prints it: the parser has no other list of them.
        guard case .object(let dump)? = try? JSON(parsing: command._dumpHelp()),
            case .object(let members)? = dump["command"],
            case .array(let arguments)? = members["arguments"]
        else { return [] }
        return arguments.compactMap(Argument.init)
    }
}

extension CommandTree.Argument {
    /// An argument of a command's dump; `nil` for one that help does not show.
    fileprivate init?(_ dump: JSON) {
        guard case .object(let members) = dump, members["shouldDisplay"] == .bool(true),
            case .string(let kind)? = members["kind"]
        else { return nil }
        var name: String?
        if case .object(let preferred)? = members["preferredName"],
            case .string(let text)? = preferred["name"]
        {
            name = (preferred["kind"] == .string("long") ? "--" : "-") + text
        }
        guard (name == nil) == (kind == "positional") else { return nil }
        var (value, summary): (String?, String) = (nil, "")
        if kind != "flag", case .string(let text)? = members["valueName"] { value = text }
        if case .string(let text)? = members["abstract"] { summary = text }
        var values: [String] = []
        if case .array(let all)? = members["allValues"] {
            values = all.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        self.init(name: name, summary: summary, value: value, values: values)
    }
}
