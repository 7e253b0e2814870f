internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl device list`
struct DeviceListCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the user's devices and open invitations.",
        discussion: """
            Of each it says who invited, renamed, changed and revoked it, from which
            address, and whom it let in itself, with those that these let in.

            EXAMPLES:
              navctl device list
              navctl device list --all
              navctl device list --output json | jq -r '.devices[].fingerprint'
            """)

    @Flag(help: "Those that were revoked, too.")
    var all = false

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        let list = try await administration.devices()
        let (known, invitations) = list
        let devices = known.filter { all || $0.revoked == nil }
        let own = administration.client.device
        switch output.format {
        case .json:
            try output.write([
                "user": .string(administration.client.user.rawValue),
                "devices": .array(
                    devices.map {
                        DeviceJSON.value(
                            of: $0, isThisOne: $0.device == own,
                            letIn: HandedOut(by: $0, in: list).devices)
                    }),
                "invitations": .array(invitations.map(DeviceJSON.value)),
            ])
        case .text:
            for device in devices {
                let lines = DeviceText.lines(
                    of: device, isThisOne: device.device == own,
                    letIn: HandedOut(by: device, in: list).devices)
                for line in lines { try output.write(line) }
            }
            for invitation in invitations { try output.write(DeviceText.line(of: invitation)) }
            if devices.isEmpty {
                Console.print("no devices: one of this machine is listed with its first change")
            }
        }
    }
}
