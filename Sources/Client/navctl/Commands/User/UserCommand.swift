internal import ArgumentParser

/// `navctl user`
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Add, list and remove users.",
        discussion: """
            For administrators: root and the user who runs the daemon, on its machine. A
            daemon that somebody runs for oneself has its one user without being told.
            """,
        subcommands: [UserAddCommand.self, UserListCommand.self, UserRemoveCommand.self],
        defaultSubcommand: UserListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
