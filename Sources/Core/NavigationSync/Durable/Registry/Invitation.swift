public import NavigationModel
public import NavigationWire

/// An invitation in the registry: open, until it has been used, withdrawn, or has expired.
public struct Invitation: Hashable, Sendable {
    /// Its id.
    public let id: InvitationID
    /// The public half of its key. No two invitations have the same.
    public let key: PublicKey
    /// The device's name unless it chooses another.
    public let name: DeviceName
    /// The device's role.
    public let role: Role
    /// The time of expiry by the daemon's clock.
    public let expires: Timestamp
    /// The time of expiry by accumulated uptime; the sooner of the two counts, so that a clock that
    /// was set back does not prolong it.
    public let expiresAtUptime: Duration
    /// The way it ended; `nil` while it is open or has merely expired.
    public var end: End?
    /// Its maker; `nil` if that is not known.
    public let madeBy: Attribution?
    /// The actor of its withdrawal.
    public var withdrawnBy: Attribution?

    /// The ends of an invitation.
    public enum End: Hashable, Sendable {
        /// A device was paired by it.
        case used(by: DeviceID)
        /// It was withdrawn.
        case withdrawn
    }

    /// Joins the parts.
    public init(
        id: InvitationID, key: PublicKey, name: DeviceName, role: Role, expires: Timestamp,
        expiresAtUptime: Duration, end: End? = nil, madeBy: Attribution? = nil,
        withdrawnBy: Attribution? = nil
    ) {
        self.madeBy = madeBy
        self.withdrawnBy = withdrawnBy
        self.id = id
        self.key = key
        self.name = name
        self.role = role
        self.expires = expires
        self.expiresAtUptime = expiresAtUptime
        self.end = end
    }

    /// Returns a Boolean value indicating whether a device can still be paired by it.
    public func isOpen(at wall: Timestamp, accumulatedUptime: Duration) -> Bool {
        end == nil && wall < expires && accumulatedUptime < expiresAtUptime
    }
}
