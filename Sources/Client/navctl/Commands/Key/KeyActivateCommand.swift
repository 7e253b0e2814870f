internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl key activate`
struct KeyActivateCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate",
        abstract: "Activate the prepared key at the next restart.",
        discussion: """
            Devices that do not know it by then have to pair again: it asks first if there
            are any.

            EXAMPLES:
              sudo navctl key activate
              sudo navctl key activate --yes && sudo systemctl restart navsyncd
            """)

    @Flag(help: "Don't ask, even if devices would be left behind.")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let before = KeyReport(
            try await administration.serverKeys(.show), in: administration)
        let behind = try await before.behind()
        if !yes, !behind.isEmpty {
            let names = behind.map { "\($0.user.label)/\($0.name.label)" }
            try Prompt.confirm(
                "\(names.joined(separator: ", ")) would have to pair again: switch all the same")
        }
        let keys = try await administration.serverKeys(.switchOver)
        try await KeyReport(keys, in: administration).write(to: output)
    }
}
