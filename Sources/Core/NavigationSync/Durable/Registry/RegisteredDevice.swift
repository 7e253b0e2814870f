public import NavigationModel
public import NavigationWire

/// A device of a user in the registry. A revoked one stays, so that its id can't be reused.
public struct RegisteredDevice: Hashable, Sendable {
    /// The id that it generated for itself.
    public let id: DeviceID
    /// Its name, for people.
    public var name: DeviceName
    /// Its platform, for people; may be empty.
    public var platform: String
    /// Its role.
    public var role: Role
    /// Its credential. No two devices have the same key.
    public let credential: DeviceInfo.Credential
    /// The invitation that it was paired by.
    public let invitation: InvitationID?
    /// The time of its registration, in daemon time.
    public let added: Timestamp
    /// The time of its revocation; `nil` if it is not revoked.
    public var revoked: Timestamp?
    /// Its origin, and the actors of changes to it.
    public var provenance: Provenance

    /// Joins the parts.
    public init(
        id: DeviceID, name: DeviceName, platform: String, role: Role,
        credential: DeviceInfo.Credential, invitation: InvitationID?, added: Timestamp,
        revoked: Timestamp? = nil, provenance: Provenance = Provenance()
    ) {
        self.provenance = provenance
        self.id = id
        self.name = name
        self.platform = platform
        self.role = role
        self.credential = credential
        self.invitation = invitation
        self.added = added
        self.revoked = revoked
    }
}
