internal import ArgumentParser

/// `navctl modal`
struct ModalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modal",
        abstract: "Present modals over the tabs, change and answer them.",
        subcommands: [
            ModalPresentCommand.self, ModalUpdateCommand.self, ModalAnswerCommand.self,
        ])

    /// Also here, so that they may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
