internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl scene`
struct SceneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene",
        abstract: "List, copy and remove a user's scenes.",
        discussion: """
            A scene is the navigation state of one app. Declaring a tab or a bar in it
            creates it: 'navctl --scene NAME tab declare', or 'apply'. A user has at most
            64 scenes.
            """,
        subcommands: [
            SceneListCommand.self, SceneCopyCommand.self, SceneRemoveCommand.self,
        ],
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
            """,
        aliases: ["ls"])

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        let scenes = try await administration.scenes
        switch output.format {
        case .json: try output.write(object: ScenesJSON(scenes: scenes.map(\.rawValue)))
        case .text:
            for scene in scenes { try output.write(text: "\(scene.label)\n") }
            if scenes.isEmpty {
                Console.print("no scenes: create one with 'navctl tab declare'")
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
            Deletes its tabs, stacks and log; only a backup restores them. Each device
            shows the scene empty once it connects. Pending changes of devices are accepted
            only if they create the scene again by declaring a tab or a bar, and go to the
            shelf otherwise; any change creates the scene 'main'.

            Asks for confirmation on a terminal.

            EXAMPLES:
              navctl scene remove drafts
              sudo navctl --user ada scene remove drafts --yes
            """,
        aliases: ["rm"])

    @Argument(help: ArgumentHelp("The scene to remove", valueName: "name"))
    var name: SceneID

    @Flag(help: "Skip the confirmation")
    var yes = false

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        // The prompt comes before the session: while a person thinks, no connection is open.
        if !yes, Prompt.isPossible {
            try Prompt.confirm("remove the scene \(name.label) permanently, on every device")
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
        case .json: try output.write(object: RemovedSceneJSON(removed: name.rawValue))
        case .text: try output.write(text: "removed the scene \(name.label)\n")
        }
    }
}

/// The user's scenes as JSON.
private struct ScenesJSON: Encodable {
    let scenes: [String]
}

/// A removed scene as JSON.
private struct RemovedSceneJSON: Encodable {
    let removed: String
}
