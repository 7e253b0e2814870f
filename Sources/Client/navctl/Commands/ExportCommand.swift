internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationSceneFile

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

    @Argument(help: "The file to write; default: standard output.")
    var file: String?

    @Flag(help: "Replace the file if there is one.")
    var force = false

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        if let file, file != "-", !force { try TextFile.refuseToReplace(file) }
        let (view, blockingError) = await session.fetchScene()
        let text = SceneFile.write(SceneDescription(view.scene))
        if let file, file != "-" {
            try TextFile.write(text, to: file)
            if output.format == .json {
                try output.write(["file": .string(file), "revision": .init(view.revision)])
            }
        } else if output.format == .json {
            try output.write(["content": .string(text), "revision": .init(view.revision)])
        } else {
            try output.write(document: text)
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }
}
