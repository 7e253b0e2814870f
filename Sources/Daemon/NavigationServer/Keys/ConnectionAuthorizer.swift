internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// The authorization of connections over tcp, by the owners of keys in the registry on disk.
///
/// The core authorizes each request in addition.
struct ConnectionAuthorizer: Sendable {
    private let store: any Store

    /// Creates an authorizer that reads `store`.
    init(asking store: any Store) {
        self.store = store
    }

    /// Decides whether the owner of a key may connect: with the key of a device that is not
    /// revoked, and to control with that of an invitation that is open at `now`.
    ///
    /// - Parameter accumulatedUptime: The time that daemons have run on the store by now.
    func admission(
        of key: PublicKey, to service: Channel, at now: ClockReading, accumulatedUptime: Duration
    ) async -> ServerTransport.AuthorizationDecision {
        let account: UserAccount?
        do {
            account = try await store.account(holding: key)
        } catch {
            return .unavailable
        }
        guard let account, account.user.removed == nil else { return .refused }
        if let device = account.device(with: key) {
            return device.revoked == nil ? .admitted(.device(key)) : .refused
        }
        let invitation = account.invitations.values.first { $0.key == key }
        guard let invitation, service == .control,
            invitation.isOpen(at: now.wall, accumulatedUptime: accumulatedUptime)
        else { return .refused }
        return .admitted(.invitation(invitation.id))
    }
}
