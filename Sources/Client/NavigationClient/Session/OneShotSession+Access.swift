public import NavigationWire

/// The device's role, and the identity of its daemon.
extension OneShotSession {
    /// The role of the device, as the daemon last announced it.
    public var role: Role { get async { await driver.access.role } }

    /// The fingerprint of the daemon's key; `nil` without a connection, or if the daemon does not
    /// reveal it.
    public var serverFingerprint: Fingerprint? {
        get async {
            if let key = await driver.serverKey { return Fingerprint(of: key.bytes) }
            guard case .serverKeys(let keys)? = try? await ask(.serverKey(.show)) else {
                return nil
            }
            return Fingerprint(of: keys.key.bytes)
        }
    }
}
