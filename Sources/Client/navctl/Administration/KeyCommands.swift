internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl key`
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Show and rotate the daemon's key.",
        discussion: """
            For administrators. 'prepare' creates the next key and announces it to devices
            as they connect; once they all have it, 'activate' makes the daemon use it from
            its next restart.
            """,
        subcommands: [
            KeyShowCommand.self, KeyPrepareCommand.self, KeyActivateCommand.self,
            KeyCancelCommand.self, NextFormerName.self, SwitchFormerName.self,
        ],
        defaultSubcommand: KeyShowCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl key show`
struct KeyShowCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the fingerprints of the daemon's keys.",
        discussion: """
            If a next key is prepared, also lists the devices that don't have it yet.

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

/// `navctl key prepare`
struct KeyPrepareCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Prepare the daemon's next key.",
        discussion: """
            A key that is prepared already stays.

            EXAMPLES:
              sudo navctl key prepare
            """)

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let keys = try await administration.serverKeys(.prepare)
        try await KeyReport(keys, in: administration).write(to: output)
    }
}

/// `navctl key activate`
struct KeyActivateCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate",
        abstract: "Activate the prepared key at the next restart.",
        discussion: """
            Devices that don't have the key by then have to pair again: asks for
            confirmation if there are any.

            EXAMPLES:
              sudo navctl key activate
              sudo navctl key activate --yes && sudo systemctl restart navsyncd
            """)

    @Flag(help: "Skip the confirmation, even if devices lack the next key")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let before = KeyReport(
            try await administration.serverKeys(.show), in: administration)
        let devices = try await before.devices()
        if !yes, !devices.lagging.isEmpty {
            let names = devices.lagging.map { "\($0.user.label)/\($0.name.label)" }
            try Prompt.confirm(
                "\(names.joined(separator: ", ")) would have to pair again: activate the key anyway"
            )
        }
        if !yes, devices.usersElsewhere > 0 {
            let users = StatusSummary.number(UInt64(devices.usersElsewhere), "user")
            try Prompt.confirm(
                "other nodes know whether the devices of \(users) have the key, as 'navctl key "
                    + "show' tells there: activate it anyway")
        }
        let keys = try await administration.serverKeys(.switchOver)
        try await KeyReport(keys, in: administration).write(to: output)
    }
}

/// `navctl key cancel`
struct KeyCancelCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel the daemon's prepared key.",
        discussion: """
            EXAMPLES:
              sudo navctl key cancel
            """)

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let keys = try await administration.serverKeys(.cancel)
        try await KeyReport(keys, in: administration).write(to: output)
    }
}

/// The daemon's keys, and the devices that do not know the next one yet.
struct KeyReport {
    /// A device that a key rotation would lock out.
    struct Device: Hashable {
        let user: UserID
        let name: DeviceName
        let id: DeviceID
    }

    private let keys: ServerKeysInfo
    private let administration: Administration

    init(_ keys: ServerKeysInfo, in administration: Administration) {
        self.keys = keys
        self.administration = administration
    }

    /// The devices that do not know the next key.
    struct Devices {
        /// Devices with a key of their own, of users that this daemon serves.
        var lagging: [Device] = []
        /// The users whose devices are known to other nodes of the fleet.
        var usersElsewhere = 0
    }

    /// Returns the devices that do not know the next key; none if there is no next.
    func devices() async throws -> Devices {
        guard keys.next != nil else { return Devices() }
        var found = Devices()
        for user in try await administration.users {
            let devices: [DeviceInfo]
            do { devices = try await administration.devices(of: user.name).devices } catch {
                guard (error.cause as? Failure)?.code == .moved else { throw error }
                found.usersElsewhere += 1
                continue
            }
            for device in devices
            where device.revoked == nil && device.fingerprint != nil && !device.knowsNextServerKey {
                found.lagging.append(
                    Device(user: user.name, name: device.name, id: device.device))
            }
        }
        return found
    }

    /// Writes the report.
    func write(to output: Output) async throws {
        let devices = try await devices()
        switch output.format {
        case .json:
            try output.write(
                object: KeysJSON(
                    fingerprint: Fingerprint(of: keys.key.bytes).description,
                    nextFingerprint: keys.next.map { Fingerprint(of: $0.bytes).description },
                    switchesAtRestart: keys.switchesAtRestart,
                    behind: devices.lagging.map(KeysJSON.Device.init),
                    usersElsewhere: devices.usersElsewhere))
        case .text:
            for line in lines(devices) { try output.write(line) }
        }
    }

    private func lines(_ devices: Devices) -> [StyledLine] {
        var lines = [Self.pair("key", "\(Fingerprint(of: keys.key.bytes))")]
        guard let next = keys.next else { return lines }
        lines.append(Self.pair("next", "\(Fingerprint(of: next.bytes))"))
        if devices.lagging.isEmpty, devices.usersElsewhere == 0 {
            lines.append(Self.pair("known by", "all devices"))
        }
        if devices.usersElsewhere > 0 {
            let users = StatusSummary.number(UInt64(devices.usersElsewhere), "user")
            lines.append(Self.pair("elsewhere", "\(users) of other nodes: ask those too"))
        }
        for device in devices.lagging {
            lines.append(
                Self.pair("not yet", "\(device.user.label)/\(device.name.label) (\(device.id))"))
        }
        let then: TerminalText =
            keys.switchesAtRestart
            ? "restart navsyncd to activate the next key"
            : "activate it with 'navctl key activate' and a restart"
        return lines + [Self.pair("then", then)]
    }

    private static func pair(_ name: TerminalText, _ value: TerminalText) -> StyledLine {
        var line = StyledLine(name, .dim)
        line.pad(to: 10)
        line.append(value)
        return line
    }
}

/// The daemon's keys as JSON.
private struct KeysJSON: Encodable {
    let fingerprint: String
    let nextFingerprint: String?
    let switchesAtRestart: Bool
    let behind: [Device]
    let usersElsewhere: Int

    struct Device: Encodable {
        let user: String
        let name: String
        let id: String

        init(_ device: KeyReport.Device) {
            user = device.user.rawValue
            name = device.name.rawValue
            id = device.id.description
        }
    }
}
