public import NavigationModel
public import NavigationWire

/// What a device has become by pairing.
public struct PairedDevice: Hashable, Sendable {
    /// Whose device it is.
    public let user: UserID
    /// What the daemon calls it.
    public let name: DeviceName
    /// What it may do.
    public let role: Role
    /// Its id.
    public let device: DeviceID
    /// By what people tell its key.
    public let fingerprint: Fingerprint
    /// By what people tell the daemon's key.
    public let serverFingerprint: Fingerprint
}

/// How far a pairing has got: for those who watch.
public enum PairingStep: Hashable, Sendable {
    /// Looks for the daemon, at the addresses of the invitation.
    case connecting
    /// Is with the daemon, and hands over the device's key.
    case introducing
    /// Finds out, with the device's own key, whether the daemon knows it: an earlier answer may have
    /// been lost.
    case verifying
    /// Is done.
    case paired
}
