public import NavigationModel
public import NavigationWire

/// All that the registry has of one user.
public struct Household: Hashable, Sendable {
    /// The user.
    public var user: RegisteredUser
    /// Its devices, the revoked among them.
    public var devices: [DeviceID: RegisteredDevice]
    /// Its invitations that have not been forgotten yet.
    public var invitations: [InvitationID: Invitation]

    /// Joins the parts.
    public init(
        user: RegisteredUser, devices: [DeviceID: RegisteredDevice] = [:],
        invitations: [InvitationID: Invitation] = [:]
    ) {
        self.user = user
        self.devices = devices
        self.invitations = invitations
    }

    /// The device that has this key.
    public func device(with key: PublicKey) -> RegisteredDevice? {
        devices.values.first { $0.credential == .key(key) }
    }
}
