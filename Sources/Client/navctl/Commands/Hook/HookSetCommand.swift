internal import ArgumentParser
internal import Glibc
internal import NavigationClient
internal import NavigationText

/// `navctl hook set`
struct HookSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the program for an event.",
        discussion: """
            All that follows the kind belongs to the program, options too.

            EXAMPLES:
              navctl hook set shouldPush ./check.sh --strict
            """)

    @Argument(help: "The moment.")
    var kind: HookKind

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The program and its arguments.", valueName: "program"))
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
            try options.results.write([
                "kind": .string(kind.rawValue),
                "command": .array((hooks[kind] ?? []).map(JSON.string)),
            ])
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
        let places = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        let paths = places.split(separator: ":").map { "\($0)/\(name)" }
        guard let path = paths.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw CommandError(message: "no program '\(name)' in PATH: name it by its path")
        }
        return path
    }
}
