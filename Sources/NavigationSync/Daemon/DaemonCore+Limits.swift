internal import NavigationModel
internal import NavigationWire

/// The limits of one user. Over a limit nothing is done at all.
extension DaemonCore {
    /// Sees to it that there is room for a change: for a scene that is new, and for a device that
    /// is. A new scene takes a change that declares something: a slip of the fingers makes none.
    mutating func checkLimits(of change: Change, _ turn: Submission, at now: ClockReading)
        throws(RequestError)
    {
        let (user, key) = (turn.session.user, turn.key)
        let known = try known(user)
        try checkQuotas(for: change, turn, known)
        let isKnown = scenes[key].map { $0.lastSequence(of: turn.session.device) > .zero } ?? false
        guard !isKnown || turn.device == nil else { return }
        let count = known.population.scenes.count
        let isNew = !known.population.scenes.contains(key.scene)
        if isNew, key.scene != .main, !change.operations.contains(where: \.isDeclaration) {
            throw .refused(.noScene(key.scene, among: known.population.scenes), showing: user)
        }
        if isNew { try key.scene.checkNew("scene") }
        if isNew, count >= UserLimits.scenes {
            throw .refused(
                Failure(
                    .limitExceeded,
                    "user \(user) has \(count) scenes, the most there may be: use one of them"),
                showing: user)
        }
        if turn.device == nil { try evictIdleDevice(ifFull: user, at: now) }
    }

    /// Notes a device in the registry with its first change, and its user if it is the first.
    mutating func register(_ turn: Submission, at now: ClockReading) {
        let user = turn.session.user
        registry.settle(turn.session.device, in: turn.key)
        guard turn.device == nil, case .local(let uid) = turn.peer.principal else { return }
        createUserIfNeeded(user, by: attribution(of: turn.peer, about: user, at: now))
        let device = RegisteredDevice(
            id: turn.session.device, name: turn.session.name, platform: turn.session.platform,
            role: .full, credential: .uid(uid), invitation: nil, added: now.wall,
            provenance: Provenance(origin: turn.peer.origin))
        change(.device(device, of: user), of: user)
    }

    /// Adds a user who was never added.
    mutating func createUserIfNeeded(_ user: UserID, by actor: Attribution) {
        guard registry[user]?.household == nil else { return }
        change(
            .user(RegisteredUser(name: user, uid: nil, added: actor.time, addedBy: actor)),
            of: user)
    }

    /// Changes a row of the registry, in memory and in the batch that gathers.
    mutating func change(_ change: RegistryChange, of user: UserID) {
        registry.apply(change, of: user)
        strangers.forgetAll()
        batches.add(change, of: user)
    }
}

extension Operation {
    /// A Boolean value indicating whether it declares a tab or a bar, with which a scene begins.
    fileprivate var isDeclaration: Bool {
        switch self {
        case .declareTab, .declareBar: true
        default: false
        }
    }
}
