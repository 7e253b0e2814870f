internal import ArgumentParser
internal import POSIX
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl user add`
struct UserAddCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a user, optionally for a local uid.",
        discussion: """
            With --login or --uid that local user speaks for the new one, through the
            daemon's socket: the group 'navsync' may connect to the system's. Whoever has
            neither comes with paired devices only. If the names differ, the local user
            says --user NAME.

            EXAMPLES:
              sudo navctl user add ada
              sudo navctl user add ada --login ada
              sudo navctl user add kiosk --uid 1003
            """)

    @Argument(help: "The name.")
    var name: UserID

    @Option(help: ArgumentHelp("The local user, by number.", valueName: "number"))
    var uid: UInt32?

    @Option(help: ArgumentHelp("The local user, by login name.", valueName: "name"))
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
            try output.write([
                "user": .string(name.rawValue), "uid": uid.map { JSON($0) } ?? .null,
            ])
        case .text:
            let local = uid.map { ", who is uid \($0) here" } ?? ""
            try output.write(text: "added \(name.label)\(local)\n")
        }
    }

    private static func number(of login: String) throws(CommandError) -> UInt32 {
        guard let user = LocalUser(named: login) else {
            throw CommandError(message: "there is no login name '\(login)' on this machine")
        }
        return user.uid
    }
}
