public import NavigationModel
public import NavigationProto

/// An actor of a change to the registry, with the origin and the time of the request.
public struct Attribution: Hashable, Sendable {
    /// The requesting device; `nil` for a local user whose connection is no device of the user's.
    public let device: DeviceID?
    /// The name of ``device`` at that time.
    public let name: DeviceName?
    /// The local user; `nil` for a device by its key.
    public let uid: UInt32?
    /// The connection's origin: an IP address, or `pid:` and the number of a local process; empty
    /// if it is not known.
    public let origin: String
    /// The time of the request, in daemon time.
    public let time: Timestamp

    /// Joins the parts.
    public init(
        device: DeviceID?, name: DeviceName?, uid: UInt32?, origin: String, time: Timestamp
    ) {
        self.device = device
        self.name = name
        self.uid = uid
        self.origin = origin
        self.time = time
    }

    /// Decodes an ``encoded`` attribution.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        try self.init(decoding: bytes, as: "Attribution")
    }

    /// The encoded message.
    public var encoded: [UInt8] { encodedBytes }
}

/// A device's origin, and the actors of changes to it.
public struct Provenance: Hashable, Sendable {
    /// The origin of the request that paired or registered it, as in ``Attribution/origin``.
    public var origin: String
    /// The maker of its invitation.
    public var invitedBy: Attribution?
    /// The actor of its last renaming.
    public var renamedBy: Attribution?
    /// The actor of its last change of role.
    public var roleChangedBy: Attribution?
    /// The actor of its revocation.
    public var revokedBy: Attribution?

    /// Joins the parts.
    public init(
        origin: String = "", invitedBy: Attribution? = nil, renamedBy: Attribution? = nil,
        roleChangedBy: Attribution? = nil, revokedBy: Attribution? = nil
    ) {
        self.origin = origin
        self.invitedBy = invitedBy
        self.renamedBy = renamedBy
        self.roleChangedBy = roleChangedBy
        self.revokedBy = revokedBy
    }
}

/// The parties that make invitations: a device by its id, a local user by its number.
package struct Inviter: Hashable, Sendable {
    /// The device.
    package let device: DeviceID
    /// The local user of a device without a key.
    package let uid: UInt32?

    /// Creates the inviter for a device; with its local user, whose devices can't be distinguished.
    package init(device: DeviceID, credential: DeviceInfo.Credential) {
        self.device = device
        if case .uid(let uid) = credential { self.uid = uid } else { uid = nil }
    }

    /// A Boolean value indicating whether this party is the actor.
    package func isActor(of attribution: Attribution) -> Bool {
        attribution.device == device || uid != nil && attribution.uid == uid
    }
}

extension Inviter {
    /// Returns the devices that came by an invitation of `first`, or by one of theirs, and so on,
    /// revoked ones included; sorted by id, and without `first` itself.
    package static func descendants(
        of first: DeviceID,
        among entries: [(id: DeviceID, credential: DeviceInfo.Credential, by: Attribution?)]
    ) -> [DeviceID] {
        var found: Set<DeviceID> = [first]
        var next = entries.filter { $0.id == first }
        while let parent = next.popLast() {
            let party = Inviter(device: parent.id, credential: parent.credential)
            for entry in entries where !found.contains(entry.id) {
                guard let by = entry.by, party.isActor(of: by) else { continue }
                found.insert(entry.id)
                next.append(entry)
            }
        }
        found.remove(first)
        return found.sorted()
    }
}
