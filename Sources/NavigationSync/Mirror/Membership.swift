public import NavigationModel
public import NavigationWire

/// Who a device is to its daemon, as it was last told at hello.
public struct Membership: Hashable, Sendable {
    /// Whose scenes it mirrors.
    public let user: UserID
    /// What it may do there.
    public let role: Role
    /// What it is called there.
    public let name: DeviceName
    /// The key that the daemon will have after a restart that is planned.
    public let nextServerKey: PublicKey?

    init(_ welcome: Welcome) {
        user = welcome.user
        role = welcome.role
        name = welcome.deviceName
        nextServerKey = welcome.nextServerKey
    }
}
