internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationSceneFile

/// `navctl apply`
struct ApplyCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Replace the scene with a scene file.",
        discussion: """
            Only what differs is changed, in one revision; applying a file again does
            nothing.

            EXAMPLES:
              navctl apply clock.yaml
              navctl export | sed 's/Alarms/Alarm clock/' | navctl apply -
            """)

    @Argument(help: "The scene file (YAML); '-' reads standard input.")
    var file: String

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func intent() throws -> Intent {
        .replaceScene(try SceneFile.description(in: file))
    }
}
