internal import NavigationProto
internal import NavigationText

/// The daemon's own: the user has revoked a device. Its earlier changes stay.
package struct DeviceRevokedOperation: Hashable, Sendable {
    /// The device.
    package let device: DeviceID
    /// Its name.
    package let deviceName: DeviceName
}

extension Operation {
    /// The daemon's own: the user has revoked a device. Its earlier changes stay.
    public static func deviceRevoked(_ device: DeviceID, _ name: DeviceName) -> Operation {
        Operation(DeviceRevokedOperation(device: device, deviceName: name))
    }
}

extension DeviceRevokedOperation: DaemonOperation {
    static let name = "deviceRevoked"

    static let fields = [
        OperationField(24) { reader throws(WireError) in
            let it = try reader.namedDevice()
            return DeviceRevokedOperation(device: it.device, deviceName: it.name)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(device, deviceName, 24)
    }

    var text: TerminalText { "revoked device '\(deviceName)'" }

    var facts: [String: OperationFact] {
        ["device": .text(device.description), "name": .text(deviceName.rawValue)]
    }
}
