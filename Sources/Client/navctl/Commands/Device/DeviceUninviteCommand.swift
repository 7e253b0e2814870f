internal import ArgumentParser
internal import NavigationClient
internal import NavigationText
internal import NavigationWire

/// `navctl device uninvite`
struct DeviceUninviteCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninvite",
        abstract: "Withdraw an unused invitation.",
        discussion: """
            'navctl device list' lists those that are open.

            EXAMPLES:
              navctl device uninvite 0123456789abcdef
            """)

    @Argument(help: "The invitation, by its id.")
    var invitation: InvitationID

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        try await administration.withdraw(invitation)
        switch output.format {
        case .json: try output.write(["withdrawn": .string(invitation.description)])
        case .text: try output.write(text: "withdrawn: nobody can use it any more\n")
        }
    }
}
