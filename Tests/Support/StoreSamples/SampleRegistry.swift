package import NavigationModel
package import NavigationSync
package import NavigationWire

/// Samples of registry rows.
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
        _ id: UInt64, key: UInt64, revoked: Timestamp? = nil
    ) -> RegisteredDevice {
        device(id, .key(self.key(key)), revoked: revoked)
    }

    /// A device of a local user.
    package static func device(_ id: UInt64, uid: UInt32) -> RegisteredDevice {
        device(id, .uid(uid))
    }

    /// An invitation that has the key with this number.
    package static func invitation(
        _ id: UInt64, key: UInt64, end: Invitation.End? = nil
    ) -> Invitation {
        Invitation(
            id: InvitationID(rawValue: id), key: self.key(key), name: "Ada’s téléphone",
            role: .viewer, expires: Timestamp(rawValue: 9_000), expiresAtUptime: .seconds(300),
            end: end)
    }

    /// A key, by its number.
    package static func key(_ number: UInt64) -> PublicKey {
        let bytes = (0..<PublicKey.length).map { position in
            UInt8(truncatingIfNeeded: number >> UInt64(position % 8 * 8))
        }
        guard let key = PublicKey(bytes: bytes)
        else { preconditionFailure("a key has \(PublicKey.length) bytes") }
        return key
    }

    private static func device(
        _ id: UInt64, _ credential: DeviceInfo.Credential, revoked: Timestamp? = nil
    ) -> RegisteredDevice {
        RegisteredDevice(
            id: DeviceID(high: id, low: .max - id), name: "phone", platform: "Debian 12 (✓)",
            role: .full, credential: credential, invitation: InvitationID(rawValue: .max - id),
            added: Timestamp(rawValue: 2_000), revoked: revoked)
    }

    /// A user with a device and an invitation, all of this number; the device of every third is
    /// revoked.
    package static func account(_ number: UInt64) -> UserAccount {
        let device = device(
            number, key: 2 * number,
            revoked: number % 3 == 0 ? Timestamp(rawValue: 3_000) : nil)
        let invitation = invitation(number, key: 2 * number + 1)
        return UserAccount(
            user: user(UserID(unchecked: "user-\(number)"), uid: UInt32(clamping: number)),
            devices: [device.id: device], invitations: [invitation.id: invitation])
    }

    /// The changes that make an account.
    package static func changes(for account: UserAccount) -> [RegistryChange] {
        let user = account.user.name
        return [.user(account.user)] + account.devices.values.map { .device($0, of: user) }
            + account.invitations.values.map { .invitation($0, of: user) }
    }
}
