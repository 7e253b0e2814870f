internal import ArgumentParser

/// `navctl bar`
struct BarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bar",
        abstract: "Say how the bars look.",
        subcommands: [BarGetCommand.self, BarSetCommand.self])

    /// Also here, so that they may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
