internal import NavigationModel
internal import NavigationWire

extension MirrorCore {
    /// Starts over on a new connection: hello, and at once after it the first sync.
    mutating func connect(at now: Duration, _ effects: inout [Effect]) {
        if case .refused = status { status = .offline }
        sendHello(at: now, &effects)
    }

    /// Sends hello; the reply shows whether the daemon accepts this client.
    private mutating func sendHello(at now: Duration, _ effects: inout [Effect]) {
        disconnect(&effects)
        request(.hello(hello), for: .welcome, at: now, &effects)
        sync(at: now, &effects)
    }

    /// Drops all state of the connection; the confirmed state and pending changes stay.
    mutating func disconnect(_ effects: inout [Effect]) {
        session.end()
        binding.connected = .unknown
        catchUp.disconnected()
        divergence.disconnected()
        feed = FeedSubscription()
        if present.disconnected() { effects.append(.present([])) }
        releaseSender(&effects)
    }

    /// Drops the connection, and requests another.
    mutating func dropConnection(_ effects: inout [Effect]) {
        disconnect(&effects)
        session.isConnected = false
        effects.append(.reconnect)
    }

    mutating func request(
        _ call: Request.Call, for purpose: OutstandingRequests.Purpose, at now: Duration,
        _ effects: inout [Effect]
    ) {
        effects.append(.send(Request(id: session.requests.add(purpose, at: now), call: call)))
    }

    /// Requests what hello returns: the topic, the role; unless that is outstanding.
    mutating func sayHelloAgain(at now: Duration, _ effects: inout [Effect]) {
        guard !session.requests.contains(.welcome) else { return }
        request(.hello(hello), for: .welcome, at: now, &effects)
    }

    /// A Boolean value indicating whether a sync is under way.
    var isSyncing: Bool { catchUp.fetch != nil || session.requests.contains(.synced) }

    /// Requests what is missing; if a sync is under way, once more after its reply, which may be
    /// too old for this one's reason.
    mutating func sync(at now: Duration, _ effects: inout [Effect]) {
        guard !isSyncing else {
            catchUp.isDue = true
            return
        }
        catchUp.requested(at: seenRevision)
        // No epoch is "none", so the daemon answers with a snapshot.
        let isAnew = catchUp.requestsSnapshot
        let call = Request.Call.sync(
            scene: scene, epoch: isAnew ? .none : confirmed.epoch,
            revision: isAnew ? .zero : confirmed.revision,
            oldestBase: isAnew ? nil : confirmedOldestBase)
        request(call, for: .synced, at: now, &effects)
    }

    /// Syncs again after a reply without progress: at once, or with the next tick after many.
    mutating func syncAnew(at now: Duration, _ effects: inout [Effect]) {
        guard catchUp.mayRetryAtOnce() else {
            catchUp.isDue = true
            return
        }
        sync(at: now, &effects)
    }

    mutating func tick(at now: Duration, _ effects: inout [Effect]) {
        if session.ticked(at: now), welcome != nil {
            // The feed may have lost messages.
            presence(at: now, &effects)
        }
        if session.requests.isOverdue(at: now) { return dropConnection(&effects) }
        if case .refused = status, let due = session.helloDue, due <= now {
            sendHello(at: now, &effects)
        }
        guard let welcome else { return }
        feed.expire(at: now)
        let isBlocked = followsFeed && feed.isBlocked
        let interval =
            isBlocked
            ? MirrorLimits.presenceIntervalWithoutFeed : MirrorLimits.presenceInterval
        if catchUp.isSynced, followsFeed, session.isPresenceDue(every: interval, at: now) {
            presence(at: now, &effects)
            if isBlocked { effects.append(.follow(welcome.feed, welcome.topic)) }
        }
        if let announced = feed.takeOverdue(at: now), confirmed.revision < announced {
            catchUp.isDue = true
        }
        if !catchUp.isSynced || catchUp.isDue, !isSyncing, session.mayRequest(at: now) {
            sync(at: now, &effects)
        }
        submitter.resume(at: now)
    }

    /// Handles the daemon's refusal of this client: it retries later, and pending changes are kept.
    mutating func takeRefusal(
        _ failure: Failure, at now: Duration, _ effects: inout [Effect]
    ) {
        disconnect(&effects)
        status = .refused(failure)
        session.refused(isTransient: failure.isTransient, at: now)
    }

    mutating func presence(at now: Duration, _ effects: inout [Effect]) {
        guard !session.requests.contains(.heads) else { return }
        session.presenceSent(at: now)
        present.sent(at: now)
        catchUp.revisionAtPresence = seenRevision
        let position = MirrorPosition(
            epoch: confirmed.epoch, revision: confirmed.revision, oldestBase: confirmedOldestBase)
        let call = Request.Call.presence(scene: scene, at: position, place: reportedPlace)
        request(call, for: .heads, at: now, &effects)
        // For the next time: one that is too low is harmless.
        effects.append(.readOldestBase)
    }

    /// The oldest base, if it is of the confirmed history.
    private var confirmedOldestBase: Revision? {
        guard let oldestBase, oldestBase.epoch == confirmed.epoch else { return nil }
        return oldestBase.revision
    }

    /// Receives a reply. A reply that is not outstanding (any more) is ignored: its request was
    /// sent on an earlier connection.
    mutating func receive(_ bytes: [UInt8], at now: Duration, _ effects: inout [Effect]) {
        guard let reply = try? Reply(encoded: bytes),
            let (purpose, since) = session.requests.remove(reply.id)
        else { return }
        switch (purpose, reply.result) {
        case (.welcome, .welcome(let welcome)):
            applyWelcome(welcome, since: since, at: now, &effects)
        case (.synced, .synced(let synced)):
            clock.measured(synced.time, since: since, at: now)
            // Until the daemon has named its store, the reply can't be attributed to one.
            if welcome == nil { catchUp.isDue = true } else { take(synced, at: now, &effects) }
        case (.snapshotPart, .snapshotContent(let offset, let content)):
            take(content, at: offset, now, &effects)
        case (.heads, .heads(let reply)):
            clock.measured(reply.time, since: since, at: now)
            if present.replace(reply.present) { effects.append(.present(reply.present)) }
            take(reply, at: now, &effects)
        case (.receipt(let sequence), .receipt(let receipt)) where receipt.sequence == sequence:
            take(receipt, for: sequence, &effects)
        case (let purpose, .failure(let failure)):
            take(failure, for: purpose, at: now, &effects)
        case (.welcome, _), (.synced, _), (.snapshotPart, _), (.heads, _), (.receipt, _):
            // A daemon that replies to another request can't be trusted.
            dropConnection(&effects)
        }
    }

    private mutating func applyWelcome(
        _ welcome: Welcome, since: Duration, at now: Duration, _ effects: inout [Effect]
    ) {
        let isSameFeed = self.welcome.map {
            $0.topic == welcome.topic && $0.feedKey == welcome.feedKey && $0.feed == welcome.feed
        }
        if isSameFeed != true { feed.interrupted(at: now) }
        session.welcome = welcome
        session.role = welcome.role
        session.requests.timeout =
            welcome.nodes.isEmpty ? MirrorLimits.replyTimeout : MirrorLimits.replyTimeoutInFleet
        clock.measured(welcome.time, since: since, at: now)
        session.presenceSent(at: now)
        if catchUp.isDue, !catchUp.isSynced, catchUp.fetch == nil { sync(at: now, &effects) }
        guard followsFeed else { return }
        feed.requested(at: now)
        effects.append(.follow(welcome.feed, welcome.topic))
    }

    private mutating func take(
        _ reply: HeadsReply, at now: Duration, _ effects: inout [Effect]
    ) {
        // An older daemon names no nodes here.
        let knowsNodes = reply.nodes.isEmpty || welcome?.nodes == reply.nodes
        if let welcome, welcome.topic != reply.topic || !knowsNodes {
            sayHelloAgain(at: now, &effects)
        }
        for head in reply.heads where head.scene == scene {
            if head.epoch == confirmed.epoch, head.revision < catchUp.revisionAtPresence {
                // The daemon no longer has revisions that it had sent: the sync will show it.
                sync(at: now, &effects)
            } else {
                compare(with: head, at: now, &effects)
            }
        }
    }

    private mutating func take(
        _ failure: Failure, for purpose: OutstandingRequests.Purpose, at now: Duration,
        _ effects: inout [Effect]
    ) {
        if failure.code == .busy, let wait = failure.retryAfter {
            session.backOff(for: wait, device: hello.device, at: now)
        }
        switch (purpose, failure.code) {
        case (_, .helloFirst):
            guard catchUp.mayRetryAtOnce() else {
                // Hello is refused.
                return takeRefusal(failure, at: now, &effects)
            }
            connect(at: now, &effects)
        case (_, .revoked), (_, .damaged), (.welcome, _):
            // The change is not accepted, and not permanently refused either: it stays pending.
            // Waiters for the mirror are resumed at once.
            takeRefusal(failure, at: now, &effects)
        case (.receipt(let sequence), _):
            takeRefusal(failure, of: sequence, at: now, &effects)
        case (.snapshotPart, .snapshotGone):
            catchUp.fetch = nil
            syncAnew(at: now, &effects)
        case (.snapshotPart, _), (.synced, _):
            // Busy or unavailable: the next tick retries.
            catchUp.fetch = nil
            catchUp.isDue = true
        case (.heads, _):
            session.presenceFailed(at: now)
            present.missed()
        }
    }
}

extension Failure {
    /// A Boolean value indicating whether a retry may well succeed.
    fileprivate var isTransient: Bool { [.busy, .unavailable, .moved].contains(code) }
}
