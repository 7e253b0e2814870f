internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

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
        case .json: try output.write(["scenes": .array(scenes.map { .string($0.rawValue) })])
        case .text:
            for scene in scenes { try output.write(text: "\(scene.label)\n") }
            if scenes.isEmpty {
                Console.print("there are no scenes: 'navctl tab declare' begins one")
            }
        }
    }
}
