internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl scene`
struct SceneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene",
        abstract: "List, rename, copy, remove and restore a user's scenes.",
        discussion: """
            A scene is the navigation state of one app. Declaring a tab or a bar in it
            creates it: 'navctl --scene NAME tab declare', or 'apply'. A user has at most
            64 scenes. A removed scene is in the trash, and can be restored.
            """,
        subcommands: [
            SceneListCommand.self, SceneCopyCommand.self, SceneRenameCommand.self,
            SceneRemoveCommand.self, SceneRestoreCommand.self,
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
            With --trash, lists the removed scenes that 'navctl scene restore' brings back,
            with the end of the time for which each is kept. JSON output has both.

            EXAMPLES:
              navctl scene list
              navctl scene list --trash
              navctl scene list --output json | jq -r '.scenes[]'
            """,
        aliases: ["ls"])

    @Flag(name: .customLong("trash"), help: "List the scenes in the trash")
    var listsTrash = false

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        let (scenes, trash) = try await administration.scenesAndTrash()
        switch output.format {
        case .json: try output.write(object: ScenesJSON(scenes, trash))
        case .text where listsTrash:
            for trashed in trash {
                var line = StyledLine(trashed.name.label)
                line.append(
                    "  removed \(trashed.removed.local), kept until \(trashed.keptUntil.local)",
                    .dim)
                try output.write(line)
            }
            if trash.isEmpty { Console.print("no scenes in the trash") }
        case .text:
            for scene in scenes { try output.write(text: "\(scene.label)\n") }
            if scenes.isEmpty {
                Console.print("no scenes: create one with 'navctl tab declare'")
            }
        }
    }
}

/// A user's scenes as JSON.
private struct ScenesJSON: Encodable {
    private let scenes: [String]
    private let trash: [TrashedJSON]

    /// A scene in the trash.
    private struct TrashedJSON: Encodable {
        let name: String
        let removed: String
        let keptUntil: String
    }

    init(_ scenes: [SceneID], _ trash: [TrashedScene]) {
        self.scenes = scenes.map(\.rawValue)
        self.trash = trash.map {
            TrashedJSON(
                name: $0.name.rawValue, removed: $0.removed.rfc3339,
                keptUntil: $0.keptUntil.rfc3339)
        }
    }
}

/// `navctl scene remove`
struct SceneRemoveCommand: AsyncParsableCommand, AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a scene on every device.",
        discussion: """
            Puts it in the trash, with its tabs, stacks and log: 'navctl scene restore'
            brings it back, for 30 days, unless its name is used again or 16 scenes are
            removed after it. It counts to the user's storage meanwhile. Each device shows
            the scene empty once it connects. Pending changes of devices are accepted only
            if they create the scene again by declaring a tab or a bar, and go to the shelf
            otherwise; any change creates the scene 'main'.

            With --permanently, deletes it, also from the trash; only a backup restores it.
            Asks for confirmation then, on a terminal.

            EXAMPLES:
              navctl scene remove drafts
              sudo navctl --user ada scene remove drafts --permanently --yes
            """,
        aliases: ["rm"])

    @Argument(help: ArgumentHelp("The scene to remove", valueName: "name"))
    var name: SceneID

    @Flag(help: "Delete it, instead of putting it in the trash")
    var permanently = false

    @Flag(help: "Skip the confirmation")
    var yes = false

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        // The prompt comes before the session: while a person thinks, no connection is open.
        if permanently, !yes, Prompt.isPossible {
            try Prompt.confirm("remove the scene \(name.label) permanently, on every device")
        }
        do {
            try await withSession { try await run(in: $0, options.results) }
        } catch let error as NavigationClientError {
            throw error.keepingNothing
        }
    }

    func run(in administration: Administration, _ output: Output) async throws {
        if permanently {
            try await administration.removeScene(name)
        } else {
            try await administration.trashScene(name)
        }
        switch output.format {
        case .json:
            try output.write(
                object: RemovedSceneJSON(removed: name.rawValue, permanently: permanently))
        case .text:
            let place = permanently ? "permanently" : "to the trash"
            try output.write(text: "removed the scene \(name.label) \(place)\n")
        }
    }
}

/// A removed scene as JSON.
private struct RemovedSceneJSON: Encodable {
    let removed: String
    let permanently: Bool
}
