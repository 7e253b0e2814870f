internal import ArgumentParser
internal import NavigationClient
internal import NavigationWire

/// `navctl key cancel`
struct KeyCancelCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel the daemon's prepared key.",
        discussion: """
            EXAMPLES:
              sudo navctl key cancel
            """)

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let keys = try await administration.serverKeys(.cancel)
        try await KeyReport(keys, in: administration).write(to: output)
    }
}
