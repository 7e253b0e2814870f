package import NavigationModel
package import NavigationSync
package import NavigationWire

/// What a registry may hold.
package enum SampleRegistry {
    /// A user.
    package static func user(
        _ name: UserID, uid: UInt32? = nil, removed: Timestamp? = nil
    ) -> RegisteredUser {
        RegisteredUser(
            name: name, uid: uid, added: Timestamp(rawValue: 1_000), removed: removed)
    }

    /// A device that has the key with this number.
    package static func device(
        _ id: UInt64, key: UInt8, revoked: Timestamp? = nil
    ) -> RegisteredDevice {
        device(id, .key(self.key(key)), revoked: revoked)
    }

    /// A device of a local user.
    package static func device(_ id: UInt64, uid: UInt32) -> RegisteredDevice {
        device(id, .uid(uid))
    }

    /// An invitation that has the key with this number.
    package static func invitation(
        _ id: UInt64, key: UInt8, end: Invitation.End? = nil
    ) -> Invitation {
        Invitation(
            id: InvitationID(rawValue: id), key: self.key(key), name: "Ada’s téléphone",
            role: .viewer, expires: Timestamp(rawValue: 9_000), expiresLived: .seconds(300),
            end: end)
    }

    /// A key, by its number.
    package static func key(_ number: UInt8) -> PublicKey {
        guard let key = PublicKey(bytes: [UInt8](repeating: number, count: PublicKey.length))
        else { preconditionFailure("a key has \(PublicKey.length) bytes") }
        return key
    }

    private static func device(
        _ id: UInt64, _ credential: DeviceEntry.Credential, revoked: Timestamp? = nil
    ) -> RegisteredDevice {
        RegisteredDevice(
            id: DeviceID(high: id, low: .max - id), name: "phone", platform: "Debian 12 (✓)",
            role: .full, credential: credential, invitation: InvitationID(rawValue: .max - id),
            added: Timestamp(rawValue: 2_000), revoked: revoked)
    }
}
