internal import ArgumentParser

/// `navctl modal`
struct ModalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modal",
        abstract: "Present, update and answer modals.",
        subcommands: [
            ModalPresentCommand.self, ModalUpdateCommand.self, ModalAnswerCommand.self,
        ])

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
