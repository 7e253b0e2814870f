internal import CommandLine
internal import Glibc
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import POSIX

/// The answers to the questions of setup.
struct SetupAnswers: Hashable, Sendable {
    /// The manager that runs the daemon.
    var daemon: ServiceManager
    /// The address for other devices; `nil` leaves it as it is.
    var address: ListenAddress?
    /// A Boolean value indicating whether the user's own daemon is to run without a login.
    var lingers = false
    /// A Boolean value indicating whether the daemon is to be announced by mDNS.
    var announces = false
    /// The device to invite.
    var invited: DeviceName?
}

/// The steps that setup takes, in order: those already done are found by asking the machine, so
/// that a second run does only what is missing.
struct SetupPlan: Sendable {
    private(set) var steps: [SetupStep] = []

    private let answers: SetupAnswers
    private let manager: ServiceManager

    /// Examines the machine.
    ///
    /// - Parameter user: the local user of the system's daemon; `nil` if it is to have none yet.
    /// - Throws: `CommandError` if something that setup can't bring is missing.
    init(_ answers: SetupAnswers, for user: LocalUser?) async throws {
        self.answers = answers
        manager = answers.daemon
        let sockets = try await manager.unit("navsyncd.socket")
        guard sockets.isInstalled else {
            throw CommandError(
                message: "systemd has no unit navsyncd.socket",
                advice: "install the package 'navsyncd'")
        }
        switch manager {
        case .own: try await planOwn(sockets)
        case .system: try await planSystem(sockets, for: user)
        }
    }

    /// The steps that are not done yet.
    var open: [SetupStep] { steps.filter { !$0.isDone } }

    private mutating func write(_ file: SetupFile, _ purpose: TerminalText) {
        steps.append(SetupStep(purpose: purpose, action: .write(file), isDone: file.isThere))
    }

    private mutating func run(_ program: SystemProgram, _ purpose: TerminalText, isDone: Bool) {
        steps.append(SetupStep(purpose: purpose, action: .run(program), isDone: isDone))
    }

    // MARK: A user's own daemon

    private mutating func planOwn(_ sockets: ServiceManager.Unit) async throws {
        let service = try await manager.unit("navsyncd.service")
        let file = answers.address.map { SetupFile.ownAddress($0, in: Self.configuration) }
        if let file, let address = answers.address {
            write(file, "listen at \(address) for other devices")
        }
        var announcement: ServiceManager.Unit?
        if answers.announces, let address = answers.address {
            announcement = try await planAnnouncement(at: address)
        }
        let isUnread = service.needsReload || announcement?.needsReload ?? false
        if isUnread || file != nil {
            run(
                manager.systemctl("daemon-reload"), "have systemd read what was written",
                isDone: open.isEmpty && !isUnread)
        }
        run(
            manager.systemctl("enable", "--now", "navsyncd.socket"),
            "start the daemon when a program connects",
            isDone: sockets.isEnabled && sockets.isActive)
        if let file {
            run(
                manager.systemctl("enable", "navsyncd.service"),
                "start the daemon without waiting for a program", isDone: service.isEnabled)
            run(
                manager.systemctl("restart", "navsyncd.service"), "begin to listen",
                isDone: service.isRunning(since: file.modified) && !service.needsReload)
        }
        if let announcement {
            run(
                manager.systemctl("enable", "--now", SetupFile.announcementUnit),
                "announce the daemon by mDNS",
                isDone: announcement.isEnabled && announcement.isActive)
        }
        // The last of them: where only an administrator may do it, all else is done.
        if answers.lingers {
            run(
                Self.loginctl("enable-linger"), "run the daemon while you are not logged in too",
                isDone: await Self.lingers())
        }
    }

    /// Adds the service that announces the daemon; returns its state.
    private mutating func planAnnouncement(
        at address: ListenAddress
    ) async throws -> ServiceManager.Unit {
        guard let program = ProgramPath.find("avahi-publish") else {
            throw CommandError(
                message: "mDNS needs avahi-publish", advice: "install the package 'avahi-utils'")
        }
        guard try await ServiceManager.system.unit("avahi-daemon.service").isActive else {
            throw CommandError(
                message: "mDNS needs avahi-daemon, which does not run",
                advice: "install the package 'avahi-daemon', then run 'sudo systemctl enable "
                    + "--now avahi-daemon'")
        }
        write(
            .ownAnnouncement(address, by: program, in: Self.configuration),
            "have a service that announces the daemon")
        return try await manager.unit(SetupFile.announcementUnit)
    }

    /// The directory of the user's configuration.
    private static var configuration: String {
        func value(_ name: String) -> String? {
            unsafe getenv(name).map { unsafe String(cString: $0) }
                .flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let home = value("HOME") ?? LocalUser(getuid())?.home ?? "/"
        return value("XDG_CONFIG_HOME") ?? "\(home)/.config"
    }

    private static func loginctl(_ words: String...) -> SystemProgram {
        SystemProgram(words: ["loginctl", "--no-ask-password"] + words)
    }

    /// Returns a Boolean value indicating whether the user's manager runs without a login; logind
    /// knows no user who neither does nor is logged in.
    private static func lingers() async -> Bool {
        let run = try? await loginctl("show-user", "\(getuid())", "--property=Linger")
            .run(from: "systemd")
        return run?.output.split(whereSeparator: \.isNewline).contains("Linger=yes") ?? false
    }

    // MARK: The system's daemon

    private mutating func planSystem(
        _ sockets: ServiceManager.Unit, for user: LocalUser?
    ) async throws {
        let network = try await manager.unit("navsyncd-tcp.socket")
        let file = answers.address.map(SetupFile.systemAddress)
        if let file, let address = answers.address {
            write(file, "listen at \(address) for other devices")
            run(
                manager.systemctl("daemon-reload"), "have systemd read what was written",
                isDone: open.isEmpty && !network.needsReload)
        }
        run(
            manager.systemctl("enable", "--now", "navsyncd.socket"),
            "start the daemon when a program connects",
            isDone: sockets.isEnabled && sockets.isActive)
        if let file {
            let isListening = network.isRunning(since: file.modified) && !network.needsReload
            run(
                manager.systemctl("enable", "navsyncd-tcp.socket"), "listen after a reboot too",
                isDone: network.isEnabled)
            if network.isActive {
                run(
                    manager.systemctl("stop", "navsyncd-tcp.socket"),
                    "stop listening at the former address", isDone: isListening)
            }
            run(
                manager.systemctl("restart", "navsyncd.service"), "begin to listen",
                isDone: isListening)
        }
        if answers.announces, let address = answers.address {
            guard FileKind(of: SetupFile.avahiDirectory) == .directory else {
                throw CommandError(
                    message: "mDNS needs avahi, and there is no '\(SetupFile.avahiDirectory)'",
                    advice: "install the package 'avahi-daemon'")
            }
            write(.systemAnnouncement(address), "announce the daemon by mDNS")
        }
        if let user { planMembership(of: user) }
    }

    private mutating func planMembership(of user: LocalUser) {
        let group = LocalUser(named: "navsync").flatMap { LocalGroup($0.group) }
        // Root connects without the group.
        if user.uid != 0 {
            run(
                SystemProgram(
                    words: ["usermod", "--append", "--groups", "navsync", user.name]),
                "let \(user.name) connect, from the next login on",
                isDone: group?.members.contains(user.name) ?? false)
        }
        steps.append(
            SetupStep(
                purpose: "add the user \(user.name), unless the daemon has it", action: .addUser,
                isDone: false))
    }
}

extension SetupPlan {
    /// A Boolean value indicating whether all is done, but for a user who may be there already.
    var needsUserOnly: Bool { !open.isEmpty && open.allSatisfy { $0.action == .addUser } }

    /// Takes the adding of the user for done.
    mutating func leaveUserOut() {
        steps = steps.map { step in
            guard step.action == .addUser else { return step }
            return SetupStep(purpose: step.purpose, action: step.action, isDone: true)
        }
    }
}
