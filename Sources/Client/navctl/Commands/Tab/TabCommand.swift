internal import ArgumentParser

/// `navctl tab`
struct TabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tab",
        abstract: "Change the tab bar.",
        subcommands: [
            TabDeclareCommand.self, TabUpdateCommand.self, TabMoveCommand.self,
            TabRemoveCommand.self, TabSelectCommand.self, TabBadgeCommand.self,
        ])

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
