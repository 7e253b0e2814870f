internal import ArgumentParser

/// `navctl key`
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Show and rotate the daemon's key.",
        discussion: """
            For administrators. 'prepare' makes the next key and announces it to devices
            as they connect; 'activate' has the daemon's next restart use it, once the
            devices know it.
            """,
        subcommands: [
            KeyShowCommand.self, KeyPrepareCommand.self, KeyActivateCommand.self,
            KeyCancelCommand.self, NextFormerName.self, SwitchFormerName.self,
        ],
        defaultSubcommand: KeyShowCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
