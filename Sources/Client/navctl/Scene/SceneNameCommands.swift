internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl scene rename`
struct SceneRenameCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a scene on every device.",
        discussion: """
            The scene keeps its log and the outcomes of its changes, and on this device its
            undo steps and pending changes. Other devices show nothing under the old name
            once they connect; their pending changes go to the shelf, unless they create
            a scene of the old name. A name that is in use is refused; a scene of the new
            name in the trash is deleted.

            EXAMPLES:
              navctl scene rename drafts letters
              navctl --scene letters show
            """,
        aliases: ["mv"])

    @Argument(help: ArgumentHelp("The scene to rename", valueName: "old"))
    var name: SceneID

    @Argument(help: ArgumentHelp("Its new name", valueName: "new"))
    var newName: SceneID

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard name != newName else { throw ValidationError("the scene has this name already") }
    }

    func run(in administration: Administration, _ output: Output) async throws {
        do {
            try await administration.renameScene(name, to: newName)
        } catch {
            guard (error.cause as? Failure)?.code == .alreadyExists else { throw error }
            throw CommandError.sceneExists(newName)
        }
        switch output.format {
        case .json:
            try output.write(
                object: RenamedSceneJSON(renamed: name.rawValue, name: newName.rawValue))
        case .text:
            try output.write(text: "renamed the scene \(name.label) to \(newName.label)\n")
        }
    }
}

extension CommandError {
    /// The refusal of a name that another scene has.
    static func sceneExists(_ name: SceneID) -> CommandError {
        CommandError(
            message: "the scene \(name.label) exists",
            advice: "use another name, or remove it first with 'navctl scene remove \(name)'")
    }
}

/// A renamed scene as JSON.
private struct RenamedSceneJSON: Encodable {
    let renamed: String
    let name: String
}

/// `navctl scene restore`
struct SceneRestoreCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a removed scene from the trash.",
        discussion: """
            The scene is back on every device as it was when it was removed, with its log
            and the outcomes of its changes. 'navctl scene list --trash' lists the scenes
            that can be restored.

            EXAMPLES:
              navctl scene restore drafts
            """)

    @Argument(
        help: ArgumentHelp("The scene to restore", valueName: "name"),
        completion: Completion.administration { try await $0.trash.map(\.name.rawValue) })
    var name: SceneID

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        do {
            try await administration.restoreScene(name)
        } catch {
            guard (error.cause as? Failure)?.code == .alreadyExists else { throw error }
            throw CommandError(message: "the scene \(name.label) exists and is not in the trash")
        }
        switch output.format {
        case .json: try output.write(object: RestoredSceneJSON(restored: name.rawValue))
        case .text: try output.write(text: "restored the scene \(name.label)\n")
        }
    }
}

/// A restored scene as JSON.
private struct RestoredSceneJSON: Encodable {
    let restored: String
}
