internal import NavigationModel
internal import NavigationWire

/// The limits of one user. A request over a limit changes nothing.
extension DaemonCore {
    /// Throws unless a change fits the limits: of scenes, for a new one, and of devices, for a new
    /// one. A new scene takes a change that declares something: a mistyped name creates none.
    mutating func checkLimits(of change: Change, _ submission: Submission, at now: ClockReading)
        throws(RequestError)
    {
        let (user, key) = (submission.session.user, submission.key)
        let known = try known(user)
        try checkQuotas(for: change, submission, known)
        let isKnown =
            scenes[key].map { $0.lastSequence(of: submission.session.device) > .zero } ?? false
        guard !isKnown || submission.device == nil else { return }
        let count = known.usage.scenes.count
        let isNew = !known.usage.scenes.contains(key.scene)
        if isNew, key.scene != .main, !change.operations.contains(where: \.isDeclaration) {
            throw .refused(.noScene(key.scene, among: known.usage.scenes), showing: user)
        }
        if isNew { try key.scene.checkNew("scene") }
        if isNew, count >= UserLimits.scenes {
            throw .refused(
                Failure(
                    .limitExceeded,
                    "user \(user) has \(count) scenes, the most there may be: use one of them"),
                showing: user)
        }
        if submission.device == nil { try evictIdleDevice(ifFull: user, at: now) }
    }

    /// Registers a device with its first change, and its user if it is the first.
    mutating func register(_ submission: Submission, at now: ClockReading) {
        let user = submission.session.user
        registry.settle(submission.session.device, in: submission.key)
        guard submission.device == nil, case .local(let uid) = submission.peer.principal else {
            return
        }
        createUserIfNeeded(user, by: attribution(of: submission.peer, about: user, at: now))
        let device = RegisteredDevice(
            id: submission.session.device, name: submission.session.name,
            platform: submission.session.platform,
            role: .full, credential: .uid(uid), invitation: nil, added: now.wall,
            provenance: Provenance(origin: submission.peer.origin))
        change(.device(device, of: user), of: user)
    }

    /// Adds a user that was never added.
    mutating func createUserIfNeeded(_ user: UserID, by actor: Attribution) {
        guard registry[user]?.account == nil else { return }
        change(
            .user(RegisteredUser(name: user, uid: nil, added: actor.time, addedBy: actor)),
            of: user)
    }

    /// Changes a registry row, in memory and in the open batch.
    mutating func change(_ change: RegistryChange, of user: UserID) {
        registry.apply(change, of: user)
        unknownUIDs.forgetAll()
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
