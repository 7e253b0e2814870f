internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationWire

/// `navctl devices`
struct DevicesCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Print which of the user's devices are there now, and when the others were.",
        discussion: """
            EXAMPLES:
              navctl devices
              navctl devices --output json | jq -r '.devices[].name'
            """)

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let devices = try await administration.devices().devices.filter { $0.revoked == nil }
        switch output.format {
        case .json:
            try output.write([
                "user": .string(administration.user.rawValue),
                "devices": .array(devices.map(Self.object)),
            ])
        case .text:
            let width = devices.map { $0.name.label.count }.max() ?? 0
            for device in devices { try output.write(Self.line(of: device, width)) }
            if devices.isEmpty { Diagnostics.print("no devices") }
        }
    }

    private static func line(of device: DeviceEntry, _ width: Int) -> StyledLine {
        var line = StyledLine(device.name.label, .bold)
        line.pad(to: width + 2)
        switch device.connections {
        case 0: line.append(DeviceText.presence(of: device), .dim)
        case 1: line.append("1 connection", .accent)
        default: line.append("\(device.connections) connections", .accent)
        }
        return line
    }

    private static func object(of device: DeviceEntry) -> JSON {
        [
            "id": .string(device.device.description), "name": .string(device.name.rawValue),
            "connections": JSON(device.connections), "heard": JSON(device.heard?.rfc3339),
        ]
    }
}
