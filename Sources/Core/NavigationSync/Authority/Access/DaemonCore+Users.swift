internal import NavigationModel
internal import NavigationWire

/// Calls about users, the daemon's own key and the fleet: for administrators.
extension DaemonCore {
    /// Handles one of them; `nil` if the reply comes later.
    mutating func administer(
        _ inbound: InboundRequest, at now: ClockReading, _ effects: inout [Effect]
    ) throws(RequestError) -> ProposedReply? {
        try access.requireAdministrator(at: inbound.peer)
        switch inbound.request.call {
        case .addUser(let user, let uid):
            return try add(
                user, uid: uid, by: access.attribution(of: inbound.peer, about: user, at: now))
        case .removeUser(let user, let erases):
            let actor = access.attribution(of: inbound.peer, about: user, at: now)
            return try remove(user, erases: erases, by: actor, at: now)
        case .listUsers(let name):
            let page = StoreRead.users(after: name, limit: DaemonLimits.userPage)
            effects.append(try reads.start(page, for: inbound))
            return nil
        case .serverKey(.show): return ProposedReply(.serverKeys(access.serverKeys))
        case .serverKey(let action):
            effects.append(.serverKey(action, reads.start(for: inbound)))
            return nil
        case .fleet(let action):
            effects.append(.fleet(action, reads.start(for: inbound)))
            return nil
        default: return nil
        }
    }

    private mutating func add(
        _ user: UserID, uid: UInt32?, by actor: Attribution
    ) throws(RequestError) -> ProposedReply {
        let account = try access.cachedUser(user).account
        if account == nil { try user.checkNew("user") }
        let isThere = account.map { $0.user.removed == nil } ?? false
        // A user created without one may be assigned a local user.
        guard !isThere || account?.user.uid == nil && uid != nil else {
            throw .refused(Failure(.alreadyExists, "user \(user) exists already"), showing: user)
        }
        if let uid, let other = try access.owner(of: .local(uid: uid), registeringFor: user) {
            let isServed = access.servedUsers.includes(other)
            throw .refused(
                Failure(.alreadyExists, "uid \(uid) belongs to user \(other) already"),
                showing: isServed ? other : nil)
        }
        guard !pipeline.batches.isErasing(user) else {
            throw .refused(.busy("the scenes of \(user) are being erased", advice: "try again"))
        }
        let added = isThere ? account?.user.added : nil
        change(
            .user(
                RegisteredUser(name: user, uid: uid, added: added ?? actor.time, addedBy: actor)),
            of: user)
        return ProposedReply(.done, showing: user)
    }

    /// Handles the completion of an action on the daemon's own key: all devices say hello again,
    /// and so learn of a prepared key.
    mutating func finishServerKey(
        _ id: ReadID, _ result: Result<ServerKeysInfo, Failure>,
        _ effects: inout [Effect]
    ) {
        let answer: Reply.Result
        switch result {
        case .success(let keys):
            if keys.next != access.serverKeys.next {
                for user in feed.registry.all { feed.rotate(user, using: &generator, &effects) }
            }
            access.serverKeys = keys
            answer = .serverKeys(keys)
        // Only an administrator sends it, on the daemon's own machine.
        case .failure(let failure): answer = .failure(failure)
        }
        for inbound in reads.end(id) {
            replyWhenDurable(ProposedReply(answer), to: inbound, &effects)
        }
    }

    /// Handles the completion of an action on the fleet, which itself has done what follows.
    mutating func finishFleet(
        _ id: ReadID, _ result: Result<FleetStatus, Failure>, _ effects: inout [Effect]
    ) {
        let answer: Reply.Result =
            switch result {
            case .success(let status): .fleet(status)
            case .failure(let failure): .failure(failure)
            }
        for inbound in reads.end(id) {
            replyWhenDurable(ProposedReply(answer), to: inbound, &effects)
        }
    }
}
