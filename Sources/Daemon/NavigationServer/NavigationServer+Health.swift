internal import Logging
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// The server's state and its metrics.
extension NavigationServer {
    /// Returns all metrics; called on the loop.
    package func metrics(requestedAt: ContinuousClock.Instant) -> ServerMetrics {
        let (lag, now) = (ContinuousClock.now - requestedAt, clock.now)
        return ServerMetrics(
            core: core.metrics, load: core.load(at: now), store: store.metrics,
            durable: meter.durable, published: meter.published, whole: meter.whole,
            batches: meter.batches,
            refusals: Failure.Code.allCases.map { ("\($0)", meter.refusals[$0]) },
            connectionRefusals: (Channel.allCases + [nil]).flatMap { service in
                ConnectionRefusal.allCases.map { why in
                    let count = meter.connectionRefusals[service]?[why] ?? 0
                    return (service?.rawValue ?? "neither", why.rawValue, count)
                }
            },
            connections: transport?.connectionCount ?? 0, connectionLimit: connectionLimit,
            publications: transport?.publications ?? 0,
            publishedBytes: transport?.publishedBytes ?? 0, feedDrops: transport?.feedDrops ?? 0,
            lostReplies: meter.lostReplies, failedReads: meter.failedReads,
            isReady: present == .well, time: Double(now.wall.rawValue) / 1_000_000, loopLag: lag,
            failedWrites: meter.failedWrites, node: (store as? any Fleet)?.fleetMetrics,
            fleet: fleet?.member.map.map(FleetGauges.init))
    }

    /// Returns the daemon's state after a turn of the loop and an empty batch of the store's
    /// writer: the caller needs a timeout of its own.
    package func health() async -> ServerHealth {
        if case .serving = phase, let claim { await probe(claim) }
        return present
    }

    /// Waits for the store's writer; the loss of the store's files ends the server.
    func probe(_ claim: Claim) async {
        if case .failure(.filesMissing(let why)) = await store.committing([], [], under: claim) {
            stop(.filesMissing(why))
        }
    }

    func stop(_ failure: DaemonCore.PersistenceFailure) {
        guard case .filesMissing(let why) = failure else {
            return drain(because: ServerError(.fenced, failure.description))
        }
        if case .serving = phase { log.filesMissing(why) }
        drain(because: ServerError(.damaged, why))
    }

    /// Serves as long as the store has its lease: past it another daemon may have taken over, and an
    /// answer might be old.
    func followLease() {
        store.observeLease { [weak self] state in
            Task { await self?.note(state) }
        }
    }

    private func note(_ state: LeaseState) {
        switch (state, phase) {
        case (.lapsed(let why), .serving):
            phase = .suspended
            report { log, _ in log.suspended(why) }
        case (.held, .suspended):
            acknowledgeLoss()
            phase = .serving
            report { log, _ in log.resumed() }
        case (.lost, _): stop(.fenced("\(StoreError.fenced)"))
        case (.held, _): acknowledgeLoss()
        case (.lapsed, _): break
        }
    }

    /// Counts a refusal, and logs one about access.
    func note(_ failure: Failure, to peer: Peer) {
        meter.refuse(failure.code)
        guard failure.isAboutAccess else { return }
        report { log, now in
            log.refused(failure.code, to: peer.principal, from: peer.origin, at: now)
        }
    }

    /// The daemon's state as far as the loop knows.
    var present: ServerHealth {
        switch phase {
        case .starting: .starting
        case .serving: health(of: core.load(at: clock.now))
        case .suspended: .readOnly
        case .draining, .stopped: .stopping
        }
    }

    func health(of load: DaemonGauges) -> ServerHealth {
        if load.isStoreDamaged || load.damagedScenes > 0 { return .damaged }
        return log.isFailing(.writing) ? .readOnly : .well
    }

    var connectionLimit: Int {
        min(configuration.quotas.connections, ServerLimits.fourFifthsOfDescriptors)
    }

    /// Sends the replies at the beginning of some effects; returns their number, and the peers that
    /// turned out to have left.
    ///
    /// All are encoded before the first is sent: libzmq's thread, which is woken for that one, finds
    /// the others without going back to sleep.
    func sendReplies(in effects: ArraySlice<DaemonCore.Effect>) -> (count: Int, left: [Peer]) {
        var frames: [(bytes: [UInt8], peer: Peer)] = []
        for case .reply(let reply, let peer) in effects.prefix(while: \.isReply) {
            if case .failure(let failure) = reply.result { note(failure, to: peer) }
            frames.append((addingServerMetrics(reply).encoded, peer))
        }
        var left: [Peer] = []
        for (bytes, peer) in frames {
            switch transport?.send(bytes, to: peer.connection) {
            case .sent, nil: break
            // A client that does not read its replies sends the requests again when it does.
            case .slowConsumer:
                meter.recordDroppedReply()
                logger.debug("reply dropped: slow consumer")
            case .unreachable: left.append(peer)
            }
        }
        return (frames.count, left)
    }

    /// Returns a reply with the metrics of the shell and the store added, if it has those of the
    /// core.
    private func addingServerMetrics(_ reply: Reply) -> Reply {
        guard case .status(var status) = reply.result, !status.metrics.isEmpty else { return reply }
        let store = store.metrics
        status.metrics.merge(meter.metricsByName(at: clock.now.uptime)) { $1 }
        status.metrics.addQuantiles(of: store.syncs, as: "sync")
        status.metrics.merge([
            "openConnections": UInt64(transport?.connectionCount ?? 0),
            "feedDrops": transport?.feedDrops ?? 0, "databaseBytes": store.databaseLength,
            "logBytes": store.logLength, "reserveBytes": store.reserveLength,
            "diskFull": store.lacksRoom ? 1 : 0,
            "passingFaults": store.passingFaults,
        ]) { $1 }
        if let free = store.freeLength { status.metrics["freeBytes"] = free }
        return Reply(id: reply.id, result: .status(status))
    }

    /// Begins a new epoch of every scene.
    func renewEpochs(under claim: Claim) async throws {
        try await store.renewEpochs(under: claim) {
            var generator = SystemRandomNumberGenerator()
            return Epoch.random(using: &generator)
        }
        log.renewedEpochs()
    }
}

extension DaemonCore.Effect {
    /// A Boolean value indicating whether it is a reply.
    fileprivate var isReply: Bool { if case .reply = self { true } else { false } }
}
