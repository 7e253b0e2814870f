internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire
internal import POSIX

/// `navctl user`
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Add, list and remove users.",
        discussion: """
            For administrators: root and the user that runs the daemon, on its machine. A
            daemon that a user runs for itself has that user as its only one.
            """,
        subcommands: [UserAddCommand.self, UserListCommand.self, UserRemoveCommand.self],
        defaultSubcommand: UserListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl user add`
struct UserAddCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a user, optionally for a local uid.",
        discussion: """
            --login or --uid gives that local user access through the daemon's socket; for
            the system's socket it has to be in the group 'navsync'. Without them the user
            has access by paired devices only. If the names differ, the local user passes
            --user NAME.

            EXAMPLES:
              sudo navctl user add ada
              sudo navctl user add ada --login ada
              sudo navctl user add kiosk --uid 1003
            """)

    @Argument(help: "The name of the user")
    var name: UserID

    @Option(help: ArgumentHelp("The uid of the local user", valueName: "number"))
    var uid: UInt32?

    @Option(help: ArgumentHelp("The login name of the local user", valueName: "name"))
    var login: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard uid == nil || login == nil else {
            throw ValidationError("use either --uid or --login")
        }
    }

    func run(in administration: Administration, _ output: Output) async throws {
        let uid = try login.map(Self.number) ?? uid
        try await administration.addUser(name, uid: uid)
        switch output.format {
        case .json:
            try output.write(object: AddedUserJSON(user: name.rawValue, uid: uid))
        case .text:
            let local = uid.map { ", uid \($0)" } ?? ""
            try output.write(text: "added \(name.label)\(local)\n")
        }
    }

    private static func number(of login: String) throws(CommandError) -> UInt32 {
        guard let user = LocalUser(named: login) else {
            throw CommandError(
                message: "no login name '\(login)' on this machine",
                advice: "name a local user by --login or --uid")
        }
        return user.uid
    }
}

/// An added user as JSON.
private struct AddedUserJSON: Encodable {
    let user: String
    let uid: UInt32?
}

/// `navctl user list`
struct UserListCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List users with their local users and usage.",
        discussion: """
            EXAMPLES:
              sudo navctl user list
              sudo navctl user list --output json | jq -r '.users[].name'
            """,
        aliases: ["ls"])

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        let users = try await administration.users
        switch output.format {
        case .json:
            try output.write(object: UsersJSON(users: users.map(UserJSON.init)))
        case .text:
            for user in users { try output.write(Self.line(of: user)) }
            if users.isEmpty {
                Console.print("no users: add one with 'navctl user add NAME'")
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
}

/// The users as JSON.
private struct UsersJSON: Encodable {
    let users: [UserJSON]
}

/// A user as JSON.
private struct UserJSON: Encodable {
    private let name: String
    private let uid: UInt32?
    private let added: String
    private let devices: JSON
    private let scenes: JSON
    private let storage: JSON
    private let addedBy: ActorJSON?

    init(_ user: UserInfo) {
        name = user.name.rawValue
        uid = user.uid
        added = user.added.rfc3339
        devices = JSON(user.devices)
        scenes = JSON(user.scenes)
        storage = JSON(user.storage)
        addedBy = user.addedBy.map(ActorJSON.init)
    }
}

/// `navctl user remove`
struct UserRemoveCommand: AsyncParsableCommand, AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a user and revoke its devices.",
        discussion: """
            Revokes all devices of the user, withdraws its invitations, and lists both. The
            scenes stay, for a user of the same name added later; --erase deletes them.

            EXAMPLES:
              sudo navctl user remove ada
              sudo navctl user remove ada --erase --yes
            """,
        aliases: ["rm"])

    @Argument(help: "The name of the user")
    var name: UserID

    @Flag(help: "Also erase the user's scenes; only a backup restores them")
    var erase = false

    @Flag(help: "Skip the confirmation")
    var yes = false

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        // The prompt comes before the session: while a person thinks, no connection is open.
        if !yes {
            let scenes = erase ? " and erase its scenes permanently" : ""
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
            try output.write(
                object: RemovedUserJSON(
                    removed: name.rawValue, erased: erase,
                    revoked: active.map { DeviceJSON($0, isThisOne: false) },
                    withdrawn: invitations.map(InvitationJSON.init)))
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

/// A removed user as JSON.
private struct RemovedUserJSON: Encodable {
    let removed: String
    let erased: Bool
    let revoked: [DeviceJSON]
    let withdrawn: [InvitationJSON]
}
