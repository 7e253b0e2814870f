internal import NavigationProto
internal import NavigationText

/// The daemon's own: a device was paired by an invitation, and has access from now on.
package struct DevicePairedOperation: Hashable, Sendable {
    /// The device.
    package let device: DeviceID
    /// Its name.
    package let deviceName: DeviceName
}

extension Operation {
    /// The daemon's own: a device was paired by an invitation, and has access from now on.
    public static func devicePaired(_ device: DeviceID, _ name: DeviceName) -> Operation {
        Operation(DevicePairedOperation(device: device, deviceName: name))
    }
}

extension DevicePairedOperation: DaemonOperation {
    static let name = "devicePaired"

    static let fields = [
        OperationField(28) { reader throws(WireError) in
            let it = try reader.namedDevice()
            return DevicePairedOperation(device: it.device, deviceName: it.name)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(device, deviceName, 28)
    }

    var text: TerminalText { "paired device '\(deviceName)'" }

    var facts: [String: OperationFact] {
        ["device": .text(device.description), "name": .text(deviceName.rawValue)]
    }
}
