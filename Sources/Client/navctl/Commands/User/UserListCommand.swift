internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl user list`
struct UserListCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List users with their local users and usage.",
        discussion: """
            EXAMPLES:
              sudo navctl user list
              sudo navctl user list --output json | jq -r '.users[].name'
            """)

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        let users = try await administration.users
        switch output.format {
        case .json:
            try output.write(["users": .array(users.map(Self.object))])
        case .text:
            for user in users { try output.write(Self.line(of: user)) }
            if users.isEmpty {
                Console.print("there are no users: 'navctl user add NAME' adds one")
            }
        }
    }

    private static func line(of user: UserInfo) -> StyledLine {
        var line = StyledLine(user.name.label, .bold)
        line.append("  \(user.devices) \(user.devices == 1 ? "device" : "devices")")
        line.append(", \(user.scenes) \(user.scenes == 1 ? "scene" : "scenes")")
        if user.storage > 0 { line.append(", \(StatusSummary.size(user.storage))") }
        if let uid = user.uid { line.append(", uid \(uid)") }
        line.append("  since \(user.added.local)", .dim)
        if let actor = user.addedBy {
            line.append("  by \(ProvenanceText.words(for: actor))", .dim)
        }
        return line
    }

    private static func object(of user: UserInfo) -> JSON {
        [
            "name": .string(user.name.rawValue), "uid": user.uid.map { JSON($0) } ?? .null,
            "added": .string(user.added.rfc3339), "devices": JSON(user.devices),
            "scenes": JSON(user.scenes), "storage": JSON(user.storage),
            "addedBy": ProvenanceJSON.value(of: user.addedBy),
        ]
    }
}
