internal import ArgumentParser

/// `navctl screen`
struct ScreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Update screens in place.",
        subcommands: [ScreenUpdateCommand.self])

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
