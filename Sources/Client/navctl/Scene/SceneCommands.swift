internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl scene`
struct SceneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene",
        abstract: "List and remove a user's scenes.",
        discussion: """
            A scene is one app's state. It comes into being by declaring a tab or a bar in
            it: 'navctl --scene NAME tab declare', or 'apply'. A user has 64 at most.
            """,
        subcommands: [SceneListCommand.self, SceneRemoveCommand.self],
        defaultSubcommand: SceneListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl scene list`
struct SceneListCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the user's scenes.",
        discussion: """
            EXAMPLES:
              navctl scene list
              navctl scene list --output json | jq -r '.scenes[]'
            """)

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        let scenes = try await administration.scenes
        switch output.format {
        case .json: try output.write(object: ["scenes": scenes.map(\.rawValue)])
        case .text:
            for scene in scenes { try output.write(text: "\(scene.label)\n") }
            if scenes.isEmpty {
                Console.print("there are no scenes: 'navctl tab declare' begins one")
            }
        }
    }
}

/// `navctl scene remove`
struct SceneRemoveCommand: AsyncParsableCommand, AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a scene permanently, on every device.",
        discussion: """
            Its tabs, stacks and history go; nothing brings them back but a backup. Each
            device sees it empty as soon as it is there. What a device still has waiting
            for it is taken only if it begins the scene anew, as a command does that
            declares a tab or a bar, and goes to its shelf otherwise; the scene 'main' is
            begun by any.

            On a terminal it asks first. Where nobody can be asked it goes on.

            EXAMPLES:
              navctl scene remove drafts
              sudo navctl --user ada scene remove drafts --yes
            """)

    @Argument(help: ArgumentHelp("The scene.", valueName: "name"))
    var name: SceneID

    @Flag(help: "Don't ask.")
    var yes = false

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        // The prompt comes before the session: while a person thinks, no connection is open.
        if !yes, Prompt.isPossible {
            try Prompt.confirm("remove the scene \(name.label) for good, on every device")
        }
        do {
            try await withSession { try await run(in: $0, options.results) }
        } catch let error as NavigationClientError {
            throw error.keepingNothing
        }
    }

    func run(in administration: Administration, _ output: Output) async throws {
        try await administration.removeScene(name)
        switch output.format {
        case .json: try output.write(object: ["removed": name.rawValue])
        case .text: try output.write(text: "removed the scene \(name.label)\n")
        }
    }
}
