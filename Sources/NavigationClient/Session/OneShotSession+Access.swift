public import NavigationWire

/// Who the device is to the daemon, and the daemon to the device.
extension OneShotSession {
    /// What the device may do, as the daemon last said.
    public var role: Role { get async { await driver.role } }

    /// By what people tell the daemon's key; `nil` without contact, or from a daemon that does not
    /// tell it.
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
