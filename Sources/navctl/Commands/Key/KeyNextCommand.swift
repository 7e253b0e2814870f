internal import ArgumentParser
internal import NavigationClient
internal import NavigationWire

/// `navctl key next`
struct KeyNextCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Make the daemon's next key, and tell it to all devices as they connect.",
        discussion: """
            If there is one already, it stays.

            EXAMPLES:
              sudo navctl key next
            """)

    @OptionGroup var options: GlobalOptions

    func run(in administration: AdminSession, _ output: Output) async throws {
        let keys = try await administration.serverKeys(.prepare)
        try await KeyReport(keys, in: administration).write(to: output)
    }
}
