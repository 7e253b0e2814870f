internal import ArgumentParser
internal import CommandLine
internal import Glibc
internal import NavigationBars
internal import NavigationClient
internal import NavigationText

/// `navctl hook`
struct HookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "Run programs before and after changes.",
        discussion: """
            A hook reads one JSON object from its standard input: event, tab, modal or bar,
            screens, refresh, animated, device, author, revision, selectedTab. Its output
            is printed on standard error, each line with the hook's name.

            shouldPush, shouldPop, shouldSelect
                run before a change of this device is submitted. Exit status 0 allows
                the change; any other status, a failed start or a run of more than 10
                seconds vetoes it: the command fails and the change is discarded.
            didPush, didPop, didSelect
                run by 'navctl watch' after a commit of any device, one at a time,
                with the revision.

            Hooks are stored in the device's directory and are not synced.

            EXAMPLES:
              navctl hook set shouldPop ./ask-first.sh
              navctl hook set didPush /usr/bin/notify-send navsync pushed
              navctl hook list
            """,
        subcommands: [HookListCommand.self, HookSetCommand.self, HookRemoveCommand.self],
        defaultSubcommand: HookListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl hook list`
struct HookListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List this device's hooks.",
        discussion: """
            EXAMPLES:
              navctl hook list --output json | jq .hooks
            """,
        aliases: ["ls"])

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let hooks = try Hooks.file(in: options.deviceDirectory).read()
        switch options.output {
        case .json:
            let commands = hooks.kinds.map { kind in (kind.rawValue, hooks[kind] ?? []) }
            try options.results.write(
                object: HooksJSON(hooks: Dictionary(commands) { first, _ in first }))
        case .text:
            for kind in hooks.kinds {
                var line = StyledLine("\(kind.rawValue)", .bold)
                line.pad(to: 14)
                line.append((hooks[kind] ?? []).map { $0.label() }.joined(separator: " "))
                try options.results.write(line)
            }
            if hooks.kinds.isEmpty { Console.print("this device has no hooks") }
        }
    }
}

/// `navctl hook set`
struct HookSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the program for an event.",
        discussion: """
            All arguments after the event are passed to the program, including options.

            EXAMPLES:
              navctl hook set shouldPush ./check.sh --strict
            """)

    @Argument(help: "The event")
    var kind: HookKind

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The program and its arguments", valueName: "program"))
    var command: [String]

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard command.first.map({ !$0.isEmpty }) ?? false else {
            throw ValidationError("name the program to run")
        }
    }

    func run() throws {
        try options.requireLastingDevice()
        let file = Hooks.file(in: options.deviceDirectory)
        var hooks = try file.read()
        let program = try Self.program(command[0])
        try Hooks.checkProgram(of: [program])
        hooks[kind] = [program] + command.dropFirst()
        try file.write(hooks)
        switch options.output {
        case .json:
            try options.results.write(
                object: HookJSON(kind: kind.rawValue, command: hooks[kind] ?? []))
        case .text:
            try options.results.write(text: "\(kind.rawValue) runs \(program.debugDescription)\n")
        }
    }

    /// Returns the absolute path of a program: the hook may run in another directory.
    private static func program(_ name: String) throws(CommandError) -> String {
        if name.contains("/") {
            guard unsafe access(name, X_OK) == 0 else { throw .system("run '\(name)'") }
            guard let path = unsafe realpath(name, nil) else { throw .system("find '\(name)'") }
            defer { unsafe free(path) }
            return unsafe String(cString: path)
        }
        guard let path = ProgramPath.find(name) else {
            throw CommandError(message: "no program '\(name)' in PATH", advice: "use its path")
        }
        return path
    }
}

/// `navctl hook remove`
struct HookRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a hook.",
        discussion: """
            EXAMPLES:
              navctl hook remove shouldPush
            """,
        aliases: ["rm"])

    @Argument(help: "The event")
    var kind: HookKind

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let file = Hooks.file(in: options.deviceDirectory)
        var hooks = try file.read()
        guard hooks[kind] != nil else {
            throw CommandError(
                message: "no hook \(kind.rawValue)", advice: "see 'navctl hook list'"
            )
        }
        hooks[kind] = nil
        if hooks.kinds.isEmpty { try file.remove() } else { try file.write(hooks) }
        switch options.output {
        case .json: try options.results.write(object: RemovedHookJSON(removed: kind.rawValue))
        case .text: try options.results.write(text: "removed hook \(kind.rawValue)\n")
        }
    }
}

/// A hook as JSON.
private struct HookJSON: Encodable {
    let kind: String
    let command: [String]
}

/// The hooks of a device, by their events, as JSON.
private struct HooksJSON: Encodable {
    let hooks: [String: [String]]
}

/// A removed hook as JSON.
private struct RemovedHookJSON: Encodable {
    let removed: String
}
