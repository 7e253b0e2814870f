internal import NavigationModel
internal import NavigationWire

/// On-demand reads of the registry rows that are not in memory.
extension DaemonCore {
    /// Blocks a request on a dependency, and those behind it on its connection with it.
    mutating func stall(
        _ inbound: InboundRequest, at need: Dependency, _ effects: inout [Effect]
    ) {
        guard hasRoom(for: inbound), blockedRequests.hasRoom(for: inbound, need),
            read(need, &effects)
        else {
            return refuse(inbound, .waiting, &effects)
        }
        blockedRequests.block(inbound, at: need)
    }

    /// Starts a read, unless it is under way; returns whether there is room for it.
    mutating func read(_ need: Dependency, _ effects: inout [Effect]) -> Bool {
        let fetch: StoreRead
        switch need {
        case .scene(let key): return load(key, &effects)
        case .account(let user): fetch = .account(user)
        case .users: fetch = .users(after: nil, limit: DaemonLimits.userPage)
        case .owner(let principal): fetch = .owner(principal)
        }
        guard !reading.values.contains(need) else { return true }
        guard reading.count < DaemonLimits.reads else { return false }
        nextTicket += 1
        let ticket = ReadID(number: nextTicket)
        reading[ticket] = need
        effects.append(.fetch(fetch, ticket))
        return true
    }

    /// Handles the result of a read: serves all requests that were blocked on it.
    mutating func finishReading(
        _ need: Dependency, _ result: Result<StoreReadResult, PersistenceFailure>,
        at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        var failure = result.failure
        switch result {
        case .success(.account(let account, let usage, let user)):
            registry.insert(user, account, usage, at: now.uptime) { [batches] user in
                batches.isWriting(registryOf: user)
            }
        case .success(.owner(let user, let principal)):
            resolvedOwners[principal] = .some(user)
            if user == nil, case .local(let uid) = principal {
                unknownUIDs.note(uid, at: now.uptime)
            }
        case .success(.users(let entries, _)):
            userNames = entries.map(\.name)
        case .success:
            failure = .failed("the store answers another question")
        case .failure: break
        }
        resume(need, failing: failure, at: now, &effects)
        guard case .account(let user) = need else { return }
        let waited = subscribers.removeValue(forKey: user) ?? []
        // An unauthorized subscriber gets no answer, and subscribes again after its timeout.
        guard failure == nil else { return }
        for (topic, principal) in waited { subscribe(topic, by: principal, at: now, &effects) }
    }

    /// Resumes the requests blocked on a dependency, or refuses them.
    mutating func resume(
        _ need: Dependency, failing failure: PersistenceFailure?, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        for inbound in blockedRequests.take(need) {
            if let failure {
                refuse(inbound, failure.onTheWire(for: inbound.peer.principal), &effects)
            } else if blockedRequests.isStalled(inbound.peer) {
                // An earlier request of its connection needs something else: this one stays behind
                // it.
                blockedRequests.append(inbound)
            } else {
                handle(inbound, at: now, &effects)
            }
        }
    }
}

extension Result {
    /// The failure; `nil` for any other result.
    var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
