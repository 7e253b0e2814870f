internal import ArgumentParser

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
