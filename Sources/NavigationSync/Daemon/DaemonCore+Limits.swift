internal import NavigationModel
internal import NavigationWire

/// What one user may have, and one connection may do. Over a limit nothing is done at all.
extension DaemonCore {
    /// Whether a device may change a scene.
    enum Admittance {
        case known
        /// Not yet, and there is room.
        case new
        /// What its user has must be read first.
        case unknown
        case full(Failure)
    }

    /// Whether there is room for a device that changes a scene. Free for one that has done so before.
    func admittance(of device: DeviceID, to key: SceneKey) -> Admittance {
        if scenes[key].map({ $0.lastSequence(of: device) > .zero }) ?? false { return .known }
        let user = key.user
        guard let population = populations[user] else { return .unknown }
        let isNewScene = !population.scenes.contains(key.scene)
        if isNewScene, population.scenes.count >= UserLimits.scenes {
            return .full(
                Failure(
                    .limitExceeded,
                    "user \(user) has \(population.scenes.count) scenes, the most there may be: "
                        + "use one of them"))
        }
        let isNewDevice = !population.devices.contains(device)
        if isNewDevice, population.devices.count >= UserLimits.devices {
            return .full(
                Failure(
                    .limitExceeded,
                    "user \(user) has \(population.devices.count) devices that have changed "
                        + "something, the most there may be: use one of them"))
        }
        return .new
    }

    /// Has what a user has read, for a change that has to wait for it.
    mutating func count(_ user: UserID, for change: Waiting, _ effects: inout [Effect]) {
        guard counting[user, default: []].count < DaemonLimits.waiting,
            counting[user] != nil || counters.count < DaemonLimits.reads
        else {
            let failure = Failure(.busy, "too many requests wait for the store: try again")
            let reply = Reply(id: change.request.id, result: .failure(failure))
            effects.append(.reply(reply, to: change.peer))
            return
        }
        if counting[user] == nil {
            nextTicket += 1
            let ticket = Ticket(number: nextTicket)
            counters[ticket] = user
            effects.append(.fetch(.population(user), ticket))
        }
        counting[user, default: []].append(change)
    }

    /// What a user has is known: takes the changes that waited for it, in their order.
    mutating func finishCounting(
        _ user: UserID, _ result: Result<Fetched, PersistenceFailure>, at now: Moment,
        _ effects: inout [Effect]
    ) {
        let waited = counting.removeValue(forKey: user) ?? []
        switch result {
        case .success(.population(let population, _)):
            if populations.count >= DaemonLimits.users { populations = [:] }
            populations[user] = population
            for waiting in waited { handle(waiting, at: now, &effects) }
        case .success:
            refuse(waited, Failure(.unavailable, "the store answers another question"), &effects)
        case .failure(let failure):
            refuse(waited, failure.onTheWire, &effects)
        }
    }

    private func refuse(
        _ waited: [Waiting], _ failure: Failure, _ effects: inout [Effect]
    ) {
        for waiting in waited {
            let reply = Reply(id: waiting.request.id, result: .failure(failure))
            effects.append(.reply(reply, to: waiting.peer))
        }
    }

    /// Counts a device that changes a scene for the first time.
    mutating func settle(_ device: DeviceID, in key: SceneKey) {
        populations[key.user]?.scenes.insert(key.scene)
        populations[key.user]?.devices.insert(device)
    }

    // MARK: In flight

    /// Why a connection may not hand over one more change now.
    func refusal(of peer: Peer) -> Failure? {
        if inFlight[peer, default: 0] >= UserLimits.inFlight {
            return Failure(
                .busy,
                "\(UserLimits.inFlight) changes of this connection are not answered yet: wait")
        }
        if batches.gathering.changeCount >= DaemonLimits.batch {
            return Failure(.busy, "the disk can't keep up: try again")
        }
        return nil
    }

    /// Counts a receipt that waits for the disk.
    mutating func held(_ reply: Reply, to peer: Peer) {
        guard case .receipt = reply.result else { return }
        inFlight[peer, default: 0] += 1
    }

    /// Counts a receipt that no longer waits.
    mutating func answered(_ reply: Reply, to peer: Peer) {
        guard case .receipt = reply.result, let count = inFlight[peer] else { return }
        inFlight[peer] = count > 1 ? count - 1 : nil
    }
}
