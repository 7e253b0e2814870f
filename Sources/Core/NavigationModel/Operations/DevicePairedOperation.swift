internal import FoundationEssentials
internal import NavigationProto
internal import NavigationText

/// The daemon's own: a device was paired by an invitation, and has access from now on.
public struct DevicePairedOperation: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// Its name.
    public let deviceName: DeviceName
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
        OperationField(\.devicePaired) { it throws(WireError) in
            DevicePairedOperation(
                device: try DeviceID(wire: [UInt8](it.device)),
                deviceName: try DeviceName(wire: it.name, "device name"))
        }
    ]

    func encode(to wire: inout Navsync_V1_Operation) {
        wire.devicePaired = .init {
            $0.device = .init(device.wire)
            $0.name = deviceName.rawValue
        }
    }

    var text: TerminalText { "paired device '\(deviceName)'" }

    var facts: [String: OperationFact] {
        ["device": .text(device.description), "name": .text(deviceName.rawValue)]
    }
}
