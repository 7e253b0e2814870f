internal import ArgumentParser

/// `navctl shelf`
struct ShelfCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shelf",
        abstract: "List, retry or discard refused changes.",
        discussion: """
            A change of this device that the daemon will not take is never silently gone: it
            stays on the shelf until it is tried anew or dropped. The shelf holds the newest
            1000 of a scene, and counts those that had to leave.
            """,
        subcommands: [ShelfListCommand.self, ShelfRetryCommand.self, ShelfDropCommand.self],
        defaultSubcommand: ShelfListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
