internal import ArgumentParser
internal import NavigationClient
internal import NavigationText

/// `navctl hook remove`
struct HookRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a hook.",
        discussion: """
            EXAMPLES:
              navctl hook remove shouldPush
            """)

    @Argument(help: "The moment.")
    var kind: HookKind

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let file = Hooks.file(in: options.deviceDirectory)
        var hooks = try file.read()
        guard hooks[kind] != nil else {
            throw CommandError(
                message: "there is no hook \(kind.rawValue): 'navctl hook list' lists what there is"
            )
        }
        hooks[kind] = nil
        if hooks.kinds.isEmpty { try file.remove() } else { try file.write(hooks) }
        switch options.output {
        case .json: try options.results.write(["removed": .string(kind.rawValue)])
        case .text: try options.results.write(text: "\(kind.rawValue) runs nothing\n")
        }
    }
}
