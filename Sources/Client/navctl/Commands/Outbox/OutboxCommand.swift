internal import ArgumentParser

/// `navctl outbox`
struct OutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List or discard unsubmitted changes.",
        discussion: """
            These commands hand nothing over; any other that reaches the daemon does. The
            outbox holds at most 10000 changes of a scene.
            """,
        subcommands: [OutboxListCommand.self, OutboxDropCommand.self],
        defaultSubcommand: OutboxListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
