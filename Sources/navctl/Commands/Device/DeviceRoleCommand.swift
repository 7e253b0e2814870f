internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationWire

/// `navctl device role`
struct DeviceRoleCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Say what a device may do: all that its user may, or only look.",
        discussion: """
            What a device has waiting when it becomes a viewer waits until it is full again.

            EXAMPLES:
              navctl device role tablet viewer
              navctl device role tablet full
            """)

    @Argument(help: "The device.")
    var device: DeviceReference

    @Argument(help: "full or viewer.")
    var role: Role

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let entry = try device.find(in: try await administration.devices().devices)
        try await administration.update(entry.device, role: role)
        switch output.format {
        case .json:
            try output.write([
                "id": .string(entry.device.description), "role": .string(role.word),
            ])
        case .text:
            let what = role == .full ? "may change everything" : "may only look"
            try output.write(text: "\(entry.name.label) \(what) now\n")
        }
    }
}
