internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// The authorization of connections over tcp, by the owners of keys in the registry.
///
/// The core authorizes each request in addition.
struct ConnectionAuthorizer: Sendable {
    /// A handshake to decide about.
    struct Subject: Sendable {
        /// The client's key.
        let key: PublicKey
        /// The channel that it connects to.
        let service: Channel
        /// The arrival time.
        let now: ClockReading
        /// The time that daemons have run on the store by now.
        let accumulatedUptime: Duration
    }

    private let store: any Store

    /// Creates an authorizer that reads `store`.
    init(asking store: any Store) {
        self.store = store
    }

    /// Decides about a handshake by the account on disk.
    func admission(of subject: Subject) async -> ServerTransport.AuthorizationDecision {
        do {
            return Self.admission(of: subject, to: try await store.account(holding: subject.key))
        } catch {
            return .unavailable
        }
    }

    /// Decides whether the owner of a key may connect: with the key of a device that is not
    /// revoked, and to control with that of an invitation that is open.
    ///
    /// - Parameter account: The account of the key's owner; `nil` if it has none.
    static func admission(
        of subject: Subject, to account: UserAccount?
    ) -> ServerTransport.AuthorizationDecision {
        guard let account, account.user.removed == nil else { return .refused }
        if let device = account.device(with: subject.key) {
            return device.revoked == nil ? .admitted(.device(subject.key)) : .refused
        }
        let invitation = account.invitations.values.first { $0.key == subject.key }
        guard let invitation, subject.service == .control,
            invitation.isOpen(
                at: subject.now.wall, accumulatedUptime: subject.accumulatedUptime)
        else { return .refused }
        return .admitted(.invitation(invitation.id))
    }
}

extension NavigationServer {
    /// Answers a handshake: at once if the core serves the key's owner and has its account.
    func authorize(_ handshake: ServerTransport.HandshakeRequest) {
        let now = clock.now
        let subject = ConnectionAuthorizer.Subject(
            key: handshake.key, service: handshake.service, now: now,
            accumulatedUptime: core.accumulatedUptime(at: now))
        if case .serving = phase, store.mayAnswer,
            let account = core.account(holding: handshake.key)
        {
            transport?.reply(
                to: handshake, with: ConnectionAuthorizer.admission(of: subject, to: account))
            return
        }
        Task {
            transport?.reply(to: handshake, with: await authorizer.admission(of: subject))
        }
    }
}
