internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl user remove`
struct UserRemoveCommand: AsyncParsableCommand, AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a user and revoke its devices.",
        discussion: """
            All its devices are revoked and its invitations withdrawn, and are listed. The
            scenes stay for a user of the same name who is added later; with --erase they
            go, too.

            EXAMPLES:
              sudo navctl user remove ada
              sudo navctl user remove ada --erase --yes
            """)

    @Argument(help: "The name.")
    var name: UserID

    @Flag(help: "Erase the user's scenes as well: nothing brings them back but a backup.")
    var erase = false

    @Flag(help: "Don't ask.")
    var yes = false

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        // The prompt comes before the session: while a person thinks, no connection is open.
        if !yes {
            let scenes = erase ? " and erase its scenes for good" : ""
            try Prompt.confirm("remove \(name.label)\(scenes)")
        }
        try await withSession { try await run(in: $0, options.results) }
    }

    func run(in administration: Administration, _ output: Output) async throws {
        let (devices, invitations) = try await administration.devices(of: name)
        let active = devices.filter { $0.revoked == nil }
        try await administration.removeUser(name, erasing: erase)
        switch output.format {
        case .json:
            try output.write([
                "removed": .string(name.rawValue), "erased": .bool(erase),
                "revoked": .array(active.map { DeviceJSON.value(of: $0, isThisOne: false) }),
                "withdrawn": .array(invitations.map(DeviceJSON.value)),
            ])
        case .text:
            try output.write(text: "removed \(name.label)\(erase ? " and its scenes" : "")\n")
            if !active.isEmpty {
                try output.write(text: "revoked \(ProvenanceText.names(of: active))\n")
            }
            if !invitations.isEmpty {
                try output.write(
                    text: "withdrew open invitations: "
                        + "\(ProvenanceText.names(of: invitations))\n")
            }
        }
    }
}
