internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl bar list`
struct BarListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List standalone bars and their items.",
        discussion: """
            EXAMPLES:
              navctl bar list --output json | jq -r '.standaloneBars[].id'
            """)

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        let (view, blockingError) = await session.fetchScene()
        switch output.format {
        case .json:
            try output.write([
                "standaloneBars": SceneJSON.standaloneBars(of: view.scene, on: options.platform),
                "revision": .init(view.revision),
            ])
        case .text:
            for line in view.scene.standaloneBars.flatMap(SceneText.lines) {
                try output.write(line)
            }
            if view.scene.standaloneBars.isEmpty {
                Console.print("there are no standalone bars")
            }
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }
}
