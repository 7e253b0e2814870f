internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire
internal import Web

/// `navctl device invite`
struct DeviceInviteCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Create an invitation for one device.",
        discussion: """
            Prints a pairing URL, and a QR code on a terminal. On the other device, 'navctl
            device pair' asks for the URL. The URL is a secret: anyone who has it can pair
            one device.

            --wait waits until a device pairs, and prints its name, its address and a
            six-digit code that the new device shows as well. On a terminal it asks whether
            the codes match; if not, another device used the invitation and is revoked.

            --web invites a browser instead, while 'navctl web' runs as this device: a
            phone's camera opens the address in the QR code, which works once.

            EXAMPLES:
              navctl device invite --name tablet
              navctl device invite --name tv --viewer --expires 1h --wait
              navctl device invite --name ci --output json | jq -r .url
              navctl device invite --web --name phone
            """)

    @Option(help: ArgumentHelp("The device's name, unless the device chooses another"))
    var name: DeviceName

    @Flag(help: "Invite a viewer (read-only)")
    var viewer = false

    @Option(help: ArgumentHelp("The lifetime of the invitation, at most 24h", valueName: "time"))
    var expires = Lifetime(duration: InviteRequest.usualLifetime)

    @Flag(inversion: .prefixedNo, help: "Draw the QR code (default: on a terminal)")
    var qr: Bool?

    @Flag(help: "Wait until the invitation is used or expired")
    var wait = false

    @Flag(help: "Invite a browser, of the server that 'navctl web' runs")
    var web = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !web || !wait else {
            throw ValidationError("use either --web or --wait: a browser shows that it has joined")
        }
    }

    mutating func run() async throws {
        if web { return try inviteBrowser(options.results) }
        try await runInSession()
    }

    /// Invites a browser, for which no daemon is needed.
    private func inviteBrowser(_ output: Output) throws {
        let files = WebDirectory(of: options.deviceDirectory)
        let invitation = try WebInvitation(
            files, files.origin, named: name, isViewer: viewer, lifetime: expires.duration)
        switch output.format {
        case .json: try output.write(object: invitation)
        case .text:
            try InvitationText.draw(invitation.url, on: output, draws: qr)
            try output.write(text: "\(invitation.url.label())\n\n")
            try output.write(text: "expires in \(expires), or once used\n")
        }
    }

    func run(in administration: Administration, _ output: Output) async throws {
        let before = wait ? try await administration.devices().devices : []
        let (url, id, key) = try await administration.invite(
            name, role: viewer ? .viewer : .full, lifetime: expires.duration)
        let invitation = InvitationText(url: url, id: id, lifetime: expires)
        switch output.format {
        case .json: try output.write(object: invitation.object)
        case .text: try invitation.write(to: output, draws: qr)
        }
        guard wait else { return }
        let device = try await used(id, in: administration, since: before)
        let code = device.publicKey.map {
            PairingCode(server: url.serverKey, device: $0, invitation: key)
        }
        switch output.format {
        case .json:
            try output.write(
                object: PairedJSON(
                    paired: DeviceJSON(device, isThisOne: false), code: code?.description))
        case .text:
            try output.write(text: "paired: \(device.name.label)\n")
            for line in DeviceText.lines(of: device, isThisOne: false).dropFirst() {
                try output.write(line)
            }
            if let code { try await compare(code, device, in: administration, output) }
        }
    }

    /// Shows the code, and asks on a terminal whether the new device shows the same; if not,
    /// revokes the device.
    private func compare(
        _ code: PairingCode, _ device: DeviceInfo, in administration: Administration,
        _ output: Output
    ) async throws {
        try output.write(text: "code \(code): must match the new device's code\n")
        let revoke: TerminalText = "navctl device revoke \(device.device) --with-descendants"
        guard Prompt.isPossible else {
            Console.print("if the codes differ, another device was paired: run '\(revoke)'")
            return
        }
        switch Prompt.answer("does the new device show \(code)") {
        case true?: break
        case false?:
            try await administration.revoke(device.device, withDescendants: true)
            throw CommandError(
                message: "another device was paired, and is revoked now",
                advice: "create a new invitation and keep its URL secret")
        case nil:
            throw CommandError(
                message: "codes not compared", advice: "if they differ, run '\(revoke)'")
        }
    }

    // MARK: Waiting

    /// Returns the device that has used the invitation; throws when it has ended otherwise.
    private func used(
        _ id: InvitationID, in administration: Administration, since before: [DeviceInfo]
    ) async throws -> DeviceInfo {
        while true {
            let (devices, invitations) = try await administration.devices()
            if let device = devices.first(where: { $0.invitation == id }) { return device }
            if !invitations.contains(where: { $0.id == id }) {
                // For a daemon that does not report the invitation of a device.
                let new = devices.filter { device in
                    device.revoked == nil && device.fingerprint != nil && device.invitation == nil
                        && !before.contains {
                            $0.device == device.device && $0.credential == device.credential
                        }
                }
                guard let device = new.first(where: { $0.name == name }) ?? new.first else {
                    throw CommandError(
                        message: "the invitation expired unused, or was withdrawn",
                        advice: "create another")
                }
                return device
            }
            try await Task.sleep(for: Self.interval)
        }
    }

    /// The interval of polling the list: short for a person, long for the daemon.
    private static let interval = Duration.seconds(1)
}

/// A device that has used its invitation, as JSON.
private struct PairedJSON: Encodable {
    let paired: DeviceJSON
    let code: String?
}

/// `navctl device uninvite`
struct DeviceUninviteCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninvite",
        abstract: "Withdraw an unused invitation.",
        discussion: """
            'navctl device list' lists open invitations.

            EXAMPLES:
              navctl device uninvite 0123456789abcdef
            """)

    @Argument(help: "The id of the invitation")
    var invitation: InvitationID

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        try await administration.withdraw(invitation)
        switch output.format {
        case .json: try output.write(object: WithdrawnJSON(withdrawn: invitation.description))
        case .text: try output.write(text: "invitation withdrawn\n")
        }
    }
}

/// A withdrawn invitation as JSON.
private struct WithdrawnJSON: Encodable {
    let withdrawn: String
}

/// The lifetime of an invitation, as people write it: `90s`, `10m`, `1h`; a number alone is
/// seconds.
struct Lifetime: ExpressibleByArgument, Hashable, CustomStringConvertible {
    /// Whole seconds, from one to a day.
    let duration: Duration

    init(duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let unit = argument.last.flatMap { units[$0] }
        guard let number = Int64(unit == nil ? argument[...] : argument.dropLast()), number > 0,
            number <= 86_400
        else { return nil }
        let duration = Duration.seconds(number * (unit ?? 1))
        guard duration <= InviteRequest.longestLifetime else { return nil }
        self.duration = duration
    }

    var description: String { StatusReport.span(UInt64(duration.components.seconds)) }

    var defaultValueDescription: String {
        let seconds = duration.components.seconds
        return seconds.isMultiple(of: 60) ? "\(seconds / 60)m" : "\(seconds)s"
    }
}
