internal import ArgumentParser
internal import NavigationClient
internal import NavigationWire

/// `navctl key show`
struct KeyShowCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the fingerprints of the daemon's keys.",
        discussion: """
            With a next key it says which devices do not know it yet.

            EXAMPLES:
              sudo navctl key show
              sudo navctl key show --output json | jq -r .fingerprint
            """)

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        let keys = try await administration.serverKeys(.show)
        try await KeyReport(keys, in: administration).write(to: output)
    }
}
