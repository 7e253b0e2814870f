public import NavigationModel
public import NavigationWire

/// A device after its pairing.
public struct PairedDevice: Hashable, Sendable {
    /// The owner of the device.
    public let user: UserID
    /// The name that the daemon has registered for the device.
    public let name: DeviceName
    /// The role of the device.
    public let role: Role
    /// The id of the device.
    public let device: DeviceID
    /// The fingerprint of the device's key.
    public let fingerprint: Fingerprint
    /// The fingerprint of the daemon's key.
    public let serverFingerprint: Fingerprint
}

/// The steps of a pairing, for showing its progress.
public enum PairingStep: Hashable, Sendable {
    /// Connecting to the daemon, at the addresses of the invitation.
    case connecting
    /// Connected to the daemon, and sending the device's key.
    case introducing
    /// Verifying, with the device's own key, whether it is registered: an earlier reply may have
    /// been lost.
    case verifying
    /// The device is paired.
    case paired
}
