internal import ArgumentParser
internal import NavigationClient
internal import NavigationWire

/// `navctl key prepare`
struct KeyPrepareCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Prepare the daemon's next key.",
        discussion: """
            If there is one already, it stays.

            EXAMPLES:
              sudo navctl key prepare
            """)

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let keys = try await administration.serverKeys(.prepare)
        try await KeyReport(keys, in: administration).write(to: output)
    }
}
