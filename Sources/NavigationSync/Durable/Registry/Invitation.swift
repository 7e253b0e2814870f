public import NavigationModel
public import NavigationWire

/// An invitation in the registry: open, until it has been used, withdrawn, or has expired.
public struct Invitation: Hashable, Sendable {
    /// Its id.
    public let id: InvitationID
    /// The public half of its key. No two invitations have the same.
    public let key: PublicKey
    /// What the device will be called unless it says otherwise.
    public let name: DeviceName
    /// What the device will be allowed.
    public let role: Role
    /// When it ends by the daemon's clock.
    public let expires: Timestamp
    /// When it ends by the time that daemons have lived; the sooner of the two counts, so that a clock
    /// that was set back does not prolong it.
    public let expiresLived: Duration
    /// What has ended it; `nil` while it is open or has merely expired.
    public var end: End?
    /// Its maker; `nil` if that is not known.
    public let madeBy: Attribution?
    /// The actor of its withdrawal.
    public var withdrawnBy: Attribution?

    /// What ends an invitation.
    public enum End: Hashable, Sendable {
        /// A device was paired by it.
        case used(by: DeviceID)
        /// Somebody took it back.
        case withdrawn
    }

    /// Joins the parts.
    public init(
        id: InvitationID, key: PublicKey, name: DeviceName, role: Role, expires: Timestamp,
        expiresLived: Duration, end: End? = nil, madeBy: Attribution? = nil,
        withdrawnBy: Attribution? = nil
    ) {
        self.madeBy = madeBy
        self.withdrawnBy = withdrawnBy
        self.id = id
        self.key = key
        self.name = name
        self.role = role
        self.expires = expires
        self.expiresLived = expiresLived
        self.end = end
    }

    /// Whether a device can still be paired by it.
    public func isOpen(at wall: Timestamp, lived: Duration) -> Bool {
        end == nil && wall < expires && lived < expiresLived
    }
}
