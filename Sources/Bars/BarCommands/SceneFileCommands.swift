internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationSceneFile

/// `navctl apply`
struct ApplyCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Replace the scene with a scene file.",
        discussion: """
            Applies only the differences, in one commit; applying the same file again
            changes nothing.

            EXAMPLES:
              navctl apply clock.yaml
              navctl export | sed 's/Alarms/Alarm clock/' | navctl apply -
            """)

    @Argument(help: "The scene file (YAML), or - for standard input")
    var file: String

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func intent() throws -> Intent {
        .replaceScene(try SceneFile.description(in: file))
    }
}

/// `navctl export`
struct ExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the scene as a scene file.",
        discussion: """
            EXAMPLES:
              navctl export > clock.yaml
              navctl export clock.yaml
              navctl export clock.yaml --force
            """)

    @Argument(help: "The file to write; default: standard output")
    var file: String?

    @Flag(help: "Overwrite an existing file")
    var force = false

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        if let file, file != "-", !force { try TextFile.refuseToReplace(file) }
        let (view, blockingError) = await session.fetchScene()
        let text = SceneFile.write(SceneDescription(view.scene))
        if let file, file != "-" {
            try TextFile.write(text, to: file)
            if output.format == .json {
                try output.write(
                    object: WrittenFileJSON(file: file, revision: view.revision.rawValue))
            }
        } else if output.format == .json {
            try output.write(object: DocumentJSON(content: text, revision: view.revision.rawValue))
        } else {
            try output.write(document: text)
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }
}

/// A written file as JSON.
struct WrittenFileJSON: Encodable {
    /// The path.
    let file: String
    /// The revision of its scene; `nil` of a scene file.
    let revision: UInt64?
}

/// The text of a file as JSON.
struct DocumentJSON: Encodable {
    /// The text.
    let content: String
    /// The revision of its scene; `nil` of a scene file.
    let revision: UInt64?
}
