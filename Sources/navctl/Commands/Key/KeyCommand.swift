internal import ArgumentParser

/// `navctl key`
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Show the daemon's key, and let another take its place.",
        discussion: """
            For administrators. 'next' makes the next key and tells it to all devices as
            they connect; 'switch' has the daemon's next restart take it, once the devices
            know it.
            """,
        subcommands: [
            KeyShowCommand.self, KeyNextCommand.self, KeySwitchCommand.self,
            KeyCancelCommand.self,
        ],
        defaultSubcommand: KeyShowCommand.self)

    /// Also here, so that they may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
