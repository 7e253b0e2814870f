internal import ArgumentParser
internal import CommandLine
internal import Glibc
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire
internal import POSIX

/// `navctl setup`
struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up a daemon on this machine, for all your devices.",
        discussion: """
            Asks for what is not given by options, prints the steps, and takes them once
            they are confirmed. Steps already done are left out, so it may be run again, to
            add what is missing or after a failure. It writes only files of its own, and
            disables, stops and deletes nothing that it has not set up.

            --own needs no administrator; --system serves all users of the machine, and
            needs root. Without --listen the address stays as it is: at first the daemon
            serves programs of this machine only. --mdns makes the daemon known to everyone
            in the local network: 'avahi-browse -rt _navsync._tcp' lists it there.

            EXAMPLES:
              navctl setup
              navctl setup --own --listen '*:7311' --linger --invite laptop --yes
              sudo navctl setup --system --user ada --listen 192.0.2.7:7311 --dry-run
            """)

    @Flag(help: "The daemon to set up (default: asks)")
    var daemon: DaemonChoice?

    @Option(
        help: ArgumentHelp(
            "The address for other devices, as *:7311; the feed has the next port",
            valueName: "address"))
    var listen: ListenAddress?

    @Flag(inversion: .prefixedNo, help: "Run your own daemon while you are logged out")
    var linger: Bool?

    @Flag(inversion: .prefixedNo, help: "Announce the daemon in the local network by avahi")
    var mdns: Bool?

    @Option(help: ArgumentHelp("Invite a device of this name", valueName: "name"))
    var invite: DeviceName?

    @Flag(help: "Ask nothing: do what the options name")
    var yes = false

    @Flag(help: "Print the steps, and take none")
    var dryRun = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if daemon == .system, linger == true {
            throw ValidationError("--linger is for --own: the system's daemon needs no login")
        }
        if mdns == true, listen == nil, yes || dryRun {
            throw ValidationError("--mdns needs --listen: nothing else is to be found")
        }
    }

    mutating func run() async throws {
        let answers = try answers()
        let user = try localUser(for: answers)
        if answers.daemon == .system, geteuid() != 0, !dryRun {
            throw CommandError(
                message: "the system's daemon is set up by root",
                advice: "use sudo, or --own for a daemon of yours", status: .notPermitted)
        }
        if let user, options.user == nil { options.user = UserID(login: user.name, uid: user.uid) }
        options.endpoint =
            options.endpoint
            ?? (answers.daemon == .own
                ? Locations().ownEndpoint : "ipc://\(Locations.systemSocket)")
        var plan = try await SetupPlan(answers, for: user)
        if plan.needsUserOnly, await hasUser() { plan.leaveUserOut() }
        let setup = SetupRun(
            plan: plan, address: answers.address, invited: answers.invited, user: user,
            options: options)
        guard !dryRun else { return try setup.printPlan() }
        if options.output == .text { try setup.printPlan() }
        if !yes, !setup.isEmpty { try Prompt.confirm("take these steps") }
        try await setup.finish()
    }

    // MARK: Questions

    private func answers() throws -> SetupAnswers {
        let asks = !yes && !dryRun && Prompt.isPossible
        var answers = SetupAnswers(daemon: daemon?.manager ?? (geteuid() == 0 ? .system : .own))
        if asks, daemon == nil { answers.daemon = try askForDaemon(suggested: answers.daemon) }
        answers.address = listen
        if asks, listen == nil { answers.address = try askForAddress() }
        if answers.daemon == .own {
            answers.lingers =
                try linger ?? (asks && ask("run the daemon while you are logged out too"))
        }
        if answers.address != nil {
            answers.announces =
                try mdns ?? (asks && ask("announce the daemon in the local network, by mDNS"))
        } else if mdns == true {
            throw CommandError(
                message: "--mdns needs an address: nothing else is to be found",
                advice: "add --listen ADDRESS:PORT", status: .usage)
        }
        answers.invited = invite
        if asks, invite == nil, answers.address != nil { answers.invited = try askForDevice() }
        return answers
    }

    private func ask(_ question: TerminalText) throws -> Bool {
        guard let answer = Prompt.answer(question) else { throw Prompt.noAnswer }
        return answer
    }

    private func askForDaemon(suggested: ServiceManager) throws -> ServiceManager {
        let question: TerminalText = "a daemon of your own, or the system's for all users"
        let word = try Prompt.line(question, suggested: suggested == .own ? "own" : "system") {
            DaemonChoice(rawValue: $0) == nil ? "write own or system" : nil
        }
        return DaemonChoice(rawValue: word)?.manager ?? suggested
    }

    private func askForAddress() throws -> ListenAddress? {
        let question: TerminalText = "the address for other devices, as in \(ListenAddress.form)"
        let word = try Prompt.line(question, suggested: "none") {
            $0 == "none" || ListenAddress(argument: $0) != nil
                ? nil : "write none or an address: \(ListenAddress.form)"
        }
        return ListenAddress(argument: word)
    }

    private func askForDevice() throws -> DeviceName? {
        let word = try Prompt.line("the name of the first device to invite", suggested: "none") {
            DeviceName(argument: $0) == nil ? "a device can't have this name: use another" : nil
        }
        return word == "none" ? nil : DeviceName(argument: word)
    }

    // MARK: Users

    /// Returns the local user whom the system's daemon gets: the given one, else the one who has
    /// called sudo.
    private func localUser(for answers: SetupAnswers) throws -> LocalUser? {
        guard answers.daemon == .system else { return nil }
        if let name = options.user {
            guard let user = LocalUser(named: name.rawValue) else {
                throw CommandError(
                    message: "this machine has no user '\(name)'",
                    advice: "name a local user by --user")
            }
            return user
        }
        let caller = unsafe getenv("SUDO_USER").map { unsafe String(cString: $0) }
        let user = caller.flatMap(LocalUser.init(named:)).flatMap { $0.uid == 0 ? nil : $0 }
        guard user != nil || answers.invited == nil else {
            throw CommandError(
                message: "an invitation is a user's", advice: "name the user by --user",
                status: .usage)
        }
        return user
    }

    /// Returns a Boolean value indicating whether the daemon is known to have the user.
    private func hasUser() async -> Bool {
        let users = try? await options.administration().closing { try await $0.users }
        return users?.contains { $0.name == options.user } ?? false
    }
}

/// The daemons that can be set up.
enum DaemonChoice: String, EnumerableFlag {
    case own
    case system

    var manager: ServiceManager {
        switch self {
        case .own: .own
        case .system: .system
        }
    }

    static func help(for value: DaemonChoice) -> ArgumentHelp? {
        switch value {
        case .own: "Set up a daemon of your own, by systemd's manager of your user"
        case .system: "Set up the system's daemon, for all users"
        }
    }
}
