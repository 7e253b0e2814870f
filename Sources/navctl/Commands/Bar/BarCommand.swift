internal import ArgumentParser

/// `navctl bar`
struct BarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bar",
        abstract: "Say how the bars look, and have bars that no controller manages.",
        subcommands: [
            BarGetCommand.self, BarSetCommand.self, BarDeclareCommand.self,
            BarUpdateCommand.self, BarRemoveCommand.self, BarListCommand.self,
        ])

    /// Also here, so that they may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
