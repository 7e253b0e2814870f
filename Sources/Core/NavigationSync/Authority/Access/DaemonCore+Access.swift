internal import NavigationModel
internal import NavigationWire

/// Authorization. The principal comes from the transport; its rights follow from the registry.
///
/// Root and the local user that the daemon runs as may act for any existing user. One user is
/// created by its first use: that of the daemon's own local user. Another local user acts for the
/// user it is assigned to, and a device with a key for its own user, as itself. All other callers
/// are refused alike, whether or not the user exists.
extension DaemonCore {
    /// Returns the registry's rows of a user.
    func known(_ user: UserID) throws(RequestError) -> Registry.CachedUser {
        guard let known = registry[user] else { throw .needs(.account(user)) }
        return known
    }

    /// Returns the owner of a principal; a removed user's devices still belong to it.
    func owner(of principal: Principal) throws(RequestError) -> UserID? {
        if let user = registry.owner(of: principal) { return user }
        if case .local(let uid) = principal, unknownUIDs.contains(uid) { return nil }
        guard let told = resolvedOwners[principal] else { throw .needs(.owner(principal)) }
        // The store's row counts unless a newer one is in memory, which would have been found
        // above.
        if let told { _ = try known(told) }
        return nil
    }

    /// Returns a Boolean value indicating whether the principal is root, or the local user that the
    /// daemon runs as.
    func isAdministrator(_ principal: Principal) -> Bool {
        guard case .local(let uid) = principal else { return false }
        return uid == 0 || uid == identity.owner
    }

    /// Returns the caller behind a connection.
    func caller(at peer: Peer) throws(RequestError) -> CallerIdentity {
        switch peer.principal {
        case .local(let uid) where isAdministrator(peer.principal):
            return .administrator(uid: uid)
        case .local(let uid):
            guard let user = try owner(of: peer.principal) else { throw .refused(.noUser(of: uid)) }
            return .localUser(user)
        case .device(let key):
            guard let user = try owner(of: peer.principal),
                let device = registry.device(with: key)
            else { throw .refused(.unknownKey) }
            guard device.revoked == nil else { throw .refused(.revoked, showing: user) }
            return .device(device, of: user)
        case .invitation(let id):
            return .invitee(id)
        }
    }

    /// The user that a call of `caller` is about.
    func targetUser(
        _ named: UserID?, for caller: CallerIdentity, at peer: Peer
    ) throws(RequestError) -> UserID {
        switch caller {
        case .administrator(let uid):
            if let named = named ?? sessions[peer]?.user { return named }
            if let own = try owner(of: peer.principal) { return own }
            guard uid == identity.owner else { throw .refused(.userMissing) }
            return identity.ownerName
        case .localUser(let own), .device(_, let own):
            guard named ?? own == own else { throw .refused(.foreign) }
            return own
        case .invitee:
            throw .refused(.pairingOnly)
        }
    }

    /// Returns the registry's rows of a user that `caller` acts for; `nil` for one that this call
    /// creates.
    ///
    /// - Parameter begins: whether the daemon's own local user may create any user, and not only
    ///   the one of its login name.
    func account(
        of user: UserID, for caller: CallerIdentity, begins: Bool = false
    ) throws(RequestError) -> UserAccount? {
        let account = try known(user).account
        guard case .administrator(let uid) = caller else {
            guard let account, account.user.removed == nil else { throw .refused(.foreign) }
            return account
        }
        guard let account else {
            if uid == identity.owner, begins || user == identity.ownerName { return nil }
            throw .refused(.noUser(user, among: try names()), showing: user)
        }
        guard account.user.removed == nil else {
            throw .refused(.noUser(user, among: try names()), showing: user)
        }
        return account
    }

    /// The first page of existing users.
    private func names() throws(RequestError) -> [UserID] {
        guard let userNames else { throw .needs(.users) }
        return userNames
    }

    /// Lists the scenes of a user.
    func scenes(of named: UserID?, for peer: Peer) throws(RequestError) -> ProposedReply {
        let caller = try caller(at: peer)
        let user = try targetUser(named, for: caller, at: peer)
        _ = try account(of: user, for: caller, begins: sessions[peer]?.user == user)
        let scenes = try known(user).usage.scenes.sorted()
        return ProposedReply(
            .scenes(scenes, of: user),
            showing: [.registry(user)]
                + scenes.map { .scene(SceneKey(user: user, scene: $0)) })
    }

    /// Returns the device that a connection acts as; `nil` if it has not changed anything yet, and
    /// so is not in the registry.
    func device(
        _ id: DeviceID, in account: UserAccount?, of user: UserID, by principal: Principal
    ) throws(RequestError) -> RegisteredDevice? {
        let device = account?.devices[id]
        switch (principal, device?.credential) {
        case (.local, nil): return nil
        case (.local(let uid), .uid(let its)?) where uid == its: break
        case (.device(let key), .key(let its)?) where key == its: break
        default: throw .refused(.foreignDevice)
        }
        guard device?.revoked == nil else { throw .refused(.revoked, showing: user) }
        return device
    }

    /// Returns the device of a session, if it still has access. One that has not was authorized
    /// before: it has been revoked, by whatever name.
    func device(of session: Session, at peer: Peer) throws(RequestError) -> RegisteredDevice? {
        do {
            let caller = try caller(at: peer)
            let user = try targetUser(session.user, for: caller, at: peer)
            let account = try account(of: user, for: caller, begins: true)
            return try device(session.device, in: account, of: user, by: peer.principal)
        } catch .refused {
            throw .refused(.revoked, showing: session.user)
        }
    }

    /// Throws unless the caller may manage a user's devices: viewers may not.
    func requireFull(_ caller: CallerIdentity, of user: UserID, at peer: Peer) throws(RequestError)
    {
        switch caller {
        case .administrator: return
        case .device(let device, _):
            guard device.role == .full else { throw .refused(.viewer, showing: user) }
        case .localUser:
            guard let session = sessions[peer] else { return }
            let device = try device(of: session, at: peer)
            guard device?.role ?? .full == .full else { throw .refused(.viewer, showing: user) }
        case .invitee: throw .refused(.pairingOnly)
        }
    }

    /// Throws unless the caller is an administrator.
    func requireAdministrator(at peer: Peer) throws(RequestError) {
        guard case .administrator = try caller(at: peer) else {
            throw .refused(.administratorsOnly)
        }
    }

    /// Returns a Boolean value indicating whether the key has no access: unknown, or of a device
    /// whose revocation is durable.
    func isAccessDenied(_ principal: Principal) -> Bool {
        guard case .device(let key) = principal else { return false }
        guard let user = registry.owner(of: principal) else {
            return resolvedOwners[principal] != nil
        }
        guard let device = registry.device(with: key) else { return true }
        return device.revoked != nil && !batches.isWriting(registryOf: user)
    }

    // MARK: Hello

    /// Starts the session of a device.
    mutating func handleHello(
        _ hello: Hello, from peer: Peer, at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        guard hello.version == ProtocolVersion.current else {
            throw .refused(.versionUnsupported(hello.version))
        }
        guard hello.device != .daemon else {
            throw .refused(Failure(.malformed, "device: all zeros is the daemon's own id"))
        }
        let caller = try caller(at: peer)
        let user = try targetUser(hello.user, for: caller, at: peer)
        let account = try account(
            of: user, for: caller, begins: !hello.requiresExistingUser)
        let device = try device(hello.device, in: account, of: user, by: peer.principal)
        if account == nil { try user.checkNew("user") }
        if device == nil { try hello.name.checkNew("device name") }
        guard let feed = feed(of: user, at: now) else {
            throw .refused(.busy("this daemon serves too many users already"))
        }
        registry.touch(user, at: now.uptime)
        let session = Session(
            user: user, device: hello.device, name: hello.name, platform: hello.platform,
            nextServerKey: hello.nextServerKey, isEphemeral: hello.isEphemeral,
            lastSeen: now.uptime)
        sessions.open(session, for: peer)
        let welcome = Welcome(
            instance: identity.instance, store: store?.id ?? .none,
            daemonVersion: identity.version, time: now.wall,
            feed: identity.feed, topic: feed.topic, feedKey: feed.key, user: user,
            role: device?.role ?? .full, deviceName: device?.name ?? hello.name,
            nextServerKey: serverKeys.next,
            limits: UserLimits.announced.merging(rates.announced) { $1 }
                .merging(storage.announced) { $1 },
            calls: Request.Call.knownNumbers, operations: Operation.knownNumbers,
            formerStores: (account?.formerStores ?? []).sorted { $0.rawValue < $1.rawValue })
        return ProposedReply(.welcome(welcome), showing: user)
    }

    /// Returns the user's feed; `nil` if too many present users have one.
    private mutating func feed(of user: UserID, at now: ClockReading) -> (
        topic: Topic, key: FeedKey
    )? {
        if !feeds.hasRoom(for: user) {
            // All at once, since finding them scans each session. A device that is present after
            // all is sent `helloFirst` at its next presence.
            let present = sessions.devices(seenSince: now.uptime - DaemonLimits.presence)
            feeds.keepOnly(Set(present.map(\.user)))
        }
        return feeds.feed(of: user, using: &generator)
    }

    // MARK: The feed

    /// Answers a subscriber, or disconnects one without authorization.
    mutating func subscribe(
        _ bytes: [UInt8], by principal: Principal, at now: ClockReading, _ effects: inout [Effect]
    ) {
        let mayListen = isAdministrator(principal) && bytes.count <= Topic.length
        let topic = Topic(bytes: bytes)
        guard topic != nil || mayListen, !isAccessDenied(principal), !principal.isInvitation else {
            effects.append(.disconnectAll(principal))
            return
        }
        if let topic, let user = feeds.user(of: topic), !isAdministrator(principal) {
            guard registry[user] != nil else {
                // Checked again when the owner of the key is known.
                guard subscribers[user, default: []].count < DaemonLimits.waiting,
                    read(.account(user), &effects)
                else { return }
                subscribers[user, default: []].append((bytes, principal))
                return
            }
            guard registry.owner(of: principal) == user else {
                effects.append(.disconnectAll(principal))
                return
            }
        }
        if announcements.isAnswerDue(to: bytes, at: now.uptime, &deadlines) {
            answerSubscription(to: bytes, &effects)
        }
    }
}

extension Principal {
    fileprivate var isInvitation: Bool { if case .invitation = self { true } else { false } }
}
