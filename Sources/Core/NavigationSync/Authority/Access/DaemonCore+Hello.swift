internal import NavigationModel
internal import NavigationWire

/// Hello and subscriptions: where a connection learns its feed.
extension DaemonCore {
    /// Starts the session of a device.
    mutating func handleHello(
        _ hello: Hello, from peer: Peer, at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        guard hello.version == ProtocolVersion.current else {
            throw .refused(.versionUnsupported(hello.version))
        }
        guard hello.device != .daemon else {
            throw .refused(Failure(.malformed, "device: the id of all zeros is reserved"))
        }
        let caller = try access.caller(at: peer)
        let user = try access.targetUser(hello.user, for: caller, at: peer)
        let account = try access.account(
            of: user, for: caller, begins: !hello.requiresExistingUser)
        let device = try access.device(hello.device, in: account, of: user, by: peer.principal)
        if account == nil { try user.checkNew("user") }
        if device == nil { try hello.name.checkNew("device name") }
        guard let feed = feed(of: user, at: now) else {
            throw .refused(.busy("too many users", advice: "try again later"))
        }
        access.registry.touch(user, at: now.uptime)
        if pipeline.damages.store == nil, pipeline.lacking == nil {
            eraseOldTrash(of: user, by: access.attribution(of: peer, about: user, at: now))
        }
        let session = Session(
            user: user, device: hello.device, name: hello.name, platform: hello.platform,
            nextServerKey: hello.nextServerKey, isEphemeral: hello.isEphemeral, role: hello.role,
            lastSeen: now.uptime)
        access.sessions.open(session, for: peer)
        let welcome = Welcome(
            instance: identity.instance, store: pipeline.store?.id ?? .none,
            daemonVersion: identity.version, time: now.wall,
            feed: identity.feed, topic: feed.topic, feedKey: feed.key, user: user,
            role: session.role.limited(by: device?.role ?? .full),
            deviceName: device?.name ?? hello.name,
            nextServerKey: access.serverKeys.next,
            limits: UserLimits.announced.merging(rates.announced) { $1 }
                .merging(fairness.storage.announced) { $1 },
            calls: Request.Call.knownNumbers, operations: Operation.knownNumbers,
            formerStores: (account?.formerStores ?? []).sorted { $0.rawValue < $1.rawValue },
            nodes: nodes)
        return ProposedReply(.welcome(welcome), showing: user)
    }

    /// Returns the user's feed; `nil` if too many present users have one.
    private mutating func feed(of user: UserID, at now: ClockReading) -> (
        topic: Topic, key: FeedKey
    )? {
        if !feed.registry.hasRoom(for: user) {
            // All at once, since finding them scans each session. A device that is present after
            // all is sent `helloFirst` at its next presence.
            let present = access.sessions.devices(seenSince: now.uptime - DaemonLimits.presence)
            feed.registry.retainOnly(Set(present.map(\.user)))
        }
        return feed.registry.feed(of: user, using: &generator)
    }

    // MARK: The feed

    /// Answers a subscriber, or disconnects one without authorization.
    mutating func subscribe(
        _ bytes: [UInt8], by principal: Principal, at now: ClockReading, _ effects: inout [Effect]
    ) {
        let mayListen = access.isAdministrator(principal) && bytes.count <= Topic.length
        let topic = Topic(bytes: bytes)
        guard topic != nil || mayListen, !access.isDenied(principal, pipeline.batches),
            !principal.isInvitation
        else {
            effects.append(.disconnectAll(principal))
            return
        }
        if let topic, let user = feed.registry.user(of: topic), !access.isAdministrator(principal) {
            guard access.registry[user] != nil else {
                // Checked again when the owner of the key is known.
                guard feed.hasRoom(toAwait: user), read(.account(user), &effects) else { return }
                feed.await(user, bytes, by: principal)
                return
            }
            guard access.registry.owner(of: principal) == user else {
                effects.append(.disconnectAll(principal))
                return
            }
        }
        if feed.heartbeats.isAnswerDue(to: bytes, at: now.uptime, &deadlines) {
            feed.answer(bytes, using: &generator, &effects)
        }
    }
}

extension Principal {
    fileprivate var isInvitation: Bool { if case .invitation = self { true } else { false } }
}
