internal import NavigationModel
internal import NavigationWire

/// Submitted changes: checked, executed in memory, and added to the open batch.
extension DaemonCore {
    /// Accepts a submitted change, or throws its refusal; `nil` if the reply comes later.
    mutating func take(
        _ submission: Submission, at now: ClockReading, _ effects: inout [Effect]
    ) throws(RequestError) -> ProposedReply? {
        let (key, slot, submit) = (submission.key, submission.slot, submission.submit)
        let change = try pipeline.read(submit, of: submission.session, in: slot)
        let hash = Digest(hashing: submit.change)
        switch pipeline.scenes[slot].settled.check(
            change.sequence, after: submit.after, hash: hash, by: change.device)
        {
        case .settled(let storedReceipt):
            return ProposedReply(.receipt(storedReceipt.receipt), showing: [.scene(key)])
        case .reused:
            return ProposedReply(.failure(.sequenceReused), showing: [.scene(key)])
        case .compacted:
            let read = StoreRead.storedReceipt(key, change.device, change.sequence, hash: hash)
            effects.append(try reads.start(read, for: submission.inbound))
            return nil
        case .missing(let last):
            let failure = Failure(
                .sequenceExpected, "the preceding change is missing: the last was \(last)",
                expected: last)
            return ProposedReply(.failure(failure), showing: [.scene(key)])
        case .skipped(let last):
            let failure = Failure(
                .sequenceSkipped,
                "skipped: later changes were accepted, up to \(last)",
                advice: "renumber and resubmit",
                expected: last)
            return ProposedReply(.failure(failure), showing: [.scene(key)])
        case .tooSparse(let last):
            let failure = Failure(
                .sequenceExpected,
                "too many sequence numbers were skipped", advice: "continue from \(last)",
                expected: last)
            return ProposedReply(.failure(failure), showing: [.scene(key)])
        // For a known change, or a reused number, the base may rightly be of another epoch.
        case .next: try pipeline.checkBase(of: change, in: slot)
        }
        if let lacking = pipeline.lacking {
            let reply = lacking.onTheWire(for: submission.peer.principal)
            return ProposedReply(.failure(reply), showing: [.scene(key)])
        }
        try checkLimits(of: change, submission, at: now)
        let admitted = pipeline.admit(change, hash: hash, of: submission, at: now)
        fairness.charge(submission.session, steps: admitted.steps)
        if pipeline.scenes[slot].isCrowded { prune(key, at: now, &effects) }
        register(submission, at: now)
        if let revision = admitted.receipt.revision {
            feed.progress.advance(submission.session, key, to: revision, at: now.uptime)
        }
        return ProposedReply(.receipt(admitted.receipt.receipt), showing: [.scene(key)])
    }

    // MARK: Limits. A request over a limit changes nothing.

    /// Throws unless a change fits the limits: of scenes, for a new one, and of devices, for a new
    /// one. A new scene takes a change that declares something: a mistyped name creates none.
    mutating func checkLimits(of change: Change, _ submission: Submission, at now: ClockReading)
        throws(RequestError)
    {
        let (user, key) = (submission.session.user, submission.key)
        guard let account = access.registry.slot(of: user) else { throw .needs(.account(user)) }
        try fairness.checkQuotas(
            for: change, submission, pipeline.scenes[submission.slot].stateCost,
            stored: access.registry[account].usage.length, &metrics)
        let isKnown =
            pipeline.scenes[submission.slot].lastSequence(of: submission.session.device) > .zero
        guard !isKnown || submission.device == nil else { return }
        let scenes = access.registry[account].usage.scenes
        let count = scenes.count
        let isNew = !scenes.contains(key.scene)
        if isNew, key.scene != .main, !change.operations.contains(where: \.isDeclaration) {
            throw .refused(.noScene(key.scene, among: scenes), showing: user)
        }
        if isNew { try key.scene.checkNew("scene") }
        if isNew, count >= UserLimits.scenes {
            throw .refused(.tooManyScenes(count, of: user), showing: user)
        }
        if submission.device == nil { try evictIdleDevice(ifFull: user, at: now) }
        guard isNew else { return }
        eraseTrash(
            key.scene, of: user,
            by: access.attribution(of: submission.peer, about: user, at: now))
    }

    /// Registers a device with its first change, and its user if it is the first.
    mutating func register(_ submission: Submission, at now: ClockReading) {
        let user = submission.session.user
        access.registry.settle(submission.session.device, in: submission.key)
        guard submission.device == nil, case .local(let uid) = submission.peer.principal else {
            return
        }
        createUserIfNeeded(user, by: access.attribution(of: submission.peer, about: user, at: now))
        let device = RegisteredDevice(
            id: submission.session.device, name: submission.session.name,
            platform: submission.session.platform,
            role: .full, credential: .uid(uid), invitation: nil, added: now.wall,
            provenance: Provenance(origin: submission.peer.origin))
        change(.device(device, of: user), of: user)
    }

    /// Changes a registry row, in memory and in the open batch.
    mutating func change(_ change: RegistryChange, of user: UserID) {
        access.apply(change, of: user)
        pipeline.batches.add(change, of: user)
    }

    /// Adds a user that was never added.
    mutating func createUserIfNeeded(_ user: UserID, by actor: Attribution) {
        guard access.registry[user]?.account == nil else { return }
        change(
            .user(RegisteredUser(name: user, uid: nil, added: actor.time, addedBy: actor)),
            of: user)
    }
}
