internal import ArgumentParser

/// `navctl bar`
struct BarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bar",
        abstract: "Set the appearance of bars, and manage standalone bars.",
        subcommands: [
            BarGetCommand.self, BarSetCommand.self, BarDeclareCommand.self,
            BarUpdateCommand.self, BarRemoveCommand.self, BarListCommand.self,
        ])

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
