internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl device rename`
struct DeviceRenameCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a device.",
        discussion: """
            What it did before stays under the name that it had then.

            EXAMPLES:
              navctl device rename tablet "kitchen tablet"
              navctl device rename 3f2a desk
            """)

    @Argument(help: "The device.")
    var device: DeviceReference

    @Argument(help: "The new name.")
    var name: DeviceName

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let entry = try device.find(in: try await administration.devices().devices)
        try await administration.update(entry.device, name: name)
        switch output.format {
        case .json:
            try output.write([
                "id": .string(entry.device.description), "name": .string(name.rawValue),
            ])
        case .text:
            try output.write(text: "\(entry.name.label) is \(name.label) now\n")
        }
    }
}
