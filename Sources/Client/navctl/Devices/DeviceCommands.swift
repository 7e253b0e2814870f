internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl device`
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Pair, rename and revoke devices.",
        discussion: """
            To pair a device on another machine, run 'navctl device invite' on a device
            that has access, then 'navctl device pair' on the new one. <device> is a name,
            a prefix of the id, or the fingerprint of the key.
            """,
        subcommands: [
            DeviceInviteCommand.self, DevicePairCommand.self, DeviceAdoptCommand.self,
            DeviceListCommand.self,
            DeviceRenameCommand.self, DeviceRoleCommand.self, DeviceRevokeCommand.self,
            DeviceUninviteCommand.self, WithdrawFormerName.self, DeviceUnpairCommand.self,
        ],
        defaultSubcommand: DeviceListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// A device as people name it: by its name, the beginning of its id, or its key's fingerprint.
struct DeviceReference: ExpressibleByArgument {
    private let text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// The names of the devices that have access.
    static var defaultCompletionKind: CompletionKind {
        Completion.administration { administration in
            try await administration.devices().devices.filter { $0.revoked == nil }.map(
                \.name.rawValue)
        }
    }

    /// The id, if it is a whole one: such a device is found without the daemon.
    var id: DeviceID? { DeviceID(text) }

    /// Returns the matching device; throws if there is none, or several. Revoked devices match only
    /// if no other does.
    func find(in devices: [DeviceInfo]) throws(CommandError) -> DeviceInfo {
        let all = devices.filter(isMeant)
        let active = all.filter { $0.revoked == nil }
        let found = active.isEmpty ? all : active
        guard let first = found.first else {
            throw CommandError(
                message: "no device '\(text)'", advice: "see 'navctl device list'")
        }
        guard found.count == 1 else {
            let names = found.map { "\($0.name.label) (\($0.device))" }.joined(separator: ", ")
            throw CommandError(
                message: "'\(text)' is ambiguous: \(names)", advice: "use a prefix of the id")
        }
        return first
    }

    private func isMeant(_ entry: DeviceInfo) -> Bool {
        if entry.name.rawValue == text { return true }
        if let fingerprint = Fingerprint(text), fingerprint == entry.fingerprint { return true }
        return text.count >= Self.shortestPrefix
            && entry.device.description.hasPrefix(text.lowercased())
    }

    /// The shortest prefix of an id; shorter ones would be names, mistyped.
    private static let shortestPrefix = 4
}

extension DeviceInfo {
    /// Its public key; `nil` of a device of the daemon's machine, which has none.
    var publicKey: PublicKey? { if case .key(let key) = credential { key } else { nil } }

    /// The fingerprint of its key; `nil` of a device of the daemon's machine, which has none.
    var fingerprint: Fingerprint? { publicKey.map { Fingerprint(of: $0.bytes) } }
}

/// `navctl device list`
struct DeviceListCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the user's devices and open invitations.",
        discussion: """
            For each device: who invited, renamed, changed or revoked it and from which
            address, and the devices that it invited, directly or indirectly. Browsers of
            this device's 'navctl web' are listed even before their first change.

            EXAMPLES:
              navctl device list
              navctl device list --all
              navctl device list --output json | jq -r '.devices[].fingerprint'
            """,
        aliases: ["ls"])

    @Flag(help: "Include revoked devices")
    var all = false

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        let list = try await administration.devices()
        let (known, invitations) = list
        let browsers = LocalBrowsers(of: options, administration.client.user)
        var unregistered = browsers.unregistered(besides: known)
        if !unregistered.isEmpty {
            unregistered = browsers.unregistered(
                besides: known,
                present: try await administration.presentDevices(in: options.scene))
        }
        let devices = known.filter { all || $0.revoked == nil } + unregistered
        let own = administration.client.device
        switch output.format {
        case .json:
            try output.write(
                object: DeviceListJSON(
                    user: administration.client.user.rawValue,
                    devices: devices.map {
                        DeviceJSON(
                            $0, isThisOne: $0.device == own,
                            isBrowser: browsers.contains($0.device),
                            letIn: HandedOut(by: $0, in: list).devices)
                    },
                    invitations: invitations.map(InvitationJSON.init)))
        case .text:
            for device in devices {
                let lines = DeviceText.lines(
                    of: device, isThisOne: device.device == own,
                    isBrowser: browsers.contains(device.device),
                    letIn: HandedOut(by: device, in: list).devices)
                for line in lines { try output.write(line) }
            }
            for invitation in invitations { try output.write(DeviceText.line(of: invitation)) }
            if devices.isEmpty {
                Console.print("no devices: a local device is registered with its first change")
            }
        }
    }
}

/// A user's devices as JSON.
private struct DeviceListJSON: Encodable {
    let user: String
    let devices: [DeviceJSON]
    let invitations: [InvitationJSON]
}

/// `navctl device rename`
struct DeviceRenameCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a device.",
        discussion: """
            Earlier commits keep the former name.

            EXAMPLES:
              navctl device rename tablet "kitchen tablet"
              navctl device rename 3f2a desk
            """)

    @Argument(help: "The device to rename")
    var device: DeviceReference

    @Argument(help: "The new name")
    var name: DeviceName

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let entry = try device.find(in: try await administration.devices().devices)
        try await administration.update(entry.device, name: name)
        switch output.format {
        case .json:
            try output.write(
                object: RenamedDeviceJSON(id: entry.device.description, name: name.rawValue))
        case .text:
            try output.write(text: "renamed \(entry.name.label) to \(name.label)\n")
        }
    }
}

/// `navctl device role`
struct DeviceRoleCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Set a device's role.",
        discussion: """
            When a device becomes a viewer, its pending changes stay in its outbox until
            its role is full again, its open invitations are withdrawn, and the devices
            that it invited are listed. A local device can't be a viewer: it is identified
            by its local user only, who could register as a new device.

            EXAMPLES:
              navctl device role tablet viewer
              navctl device role tablet full
            """)

    @Argument(help: "The device to change")
    var device: DeviceReference

    @Argument(help: "The role: full or viewer")
    var role: Role

    @Flag(help: "Skip the confirmation, even for this device")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let list = try await administration.devices()
        let entry = try device.find(in: list.devices)
        if entry.device == administration.client.device, role == .viewer, entry.role == .full, !yes
        {
            try Prompt.confirm(
                "\(entry.name.label) is this device, and could not restore its own role: make it a "
                    + "viewer")
        }
        try await administration.update(entry.device, role: role)
        let isDemoted = role == .viewer && entry.role == .full
        let handedOut =
            isDemoted
            ? HandedOut(by: entry, in: list) : HandedOut(invitations: [], devices: [])
        switch output.format {
        case .json:
            let device = DeviceRoleJSON(id: entry.device.description, role: role.word)
            try output.write(object: Joined(device, handedOut.object))
        case .text:
            try output.write(text: "\(entry.name.label): role \(role.word)\n")
            let lines = handedOut.lines(advice: "they keep their access")
            for line in lines { try output.write(text: line + "\n") }
        }
    }
}

/// A device and its new name as JSON.
private struct RenamedDeviceJSON: Encodable {
    let id: String
    let name: String
}

/// A device and its new role as JSON.
private struct DeviceRoleJSON: Encodable {
    let id: String
    let role: String
}
