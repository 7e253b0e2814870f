internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationText

/// `navctl hook list`
struct HookListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List this device's hooks.",
        discussion: """
            EXAMPLES:
              navctl hook list --output json | jq .hooks
            """)

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let hooks = try Hooks.file(in: options.deviceDirectory).read()
        switch options.output {
        case .json:
            let commands = hooks.kinds.map { kind in
                (kind.rawValue, JSON.array((hooks[kind] ?? []).map(JSON.string)))
            }
            try options.results.write([
                "hooks": .object(Dictionary(commands) { first, _ in first })
            ])
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
