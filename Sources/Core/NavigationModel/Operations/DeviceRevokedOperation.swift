internal import FoundationEssentials
internal import NavigationProto
internal import NavigationText

/// The daemon's own: the user has revoked a device. Its earlier changes stay.
public struct DeviceRevokedOperation: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// Its name.
    public let deviceName: DeviceName
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
        OperationField(\.deviceRevoked) { it throws(WireError) in
            DeviceRevokedOperation(
                device: try DeviceID(wire: [UInt8](it.device)),
                deviceName: try DeviceName(wire: it.name, "device name"))
        }
    ]

    func encode(to wire: inout Navsync_V1_Operation) {
        wire.deviceRevoked = .init {
            $0.device = .init(device.wire)
            $0.name = deviceName.rawValue
        }
    }

    var text: TerminalText { "revoked device '\(deviceName)'" }

    var facts: [String: OperationFact] {
        ["device": .text(device.description), "name": .text(deviceName.rawValue)]
    }
}
