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
        awaited = [:]
        welcome = nil
        connectedStore = .unknown
        fetching = nil
        if divergenceCause == .ahead || divergenceCause == .replaced { divergenceCause = nil }
        isSynced = false
        isSyncDue = false
        announcedRevision = nil
        isFeedLive = false
        feedRequestedAt = nil
        if sender != .idle { effects.append(.releaseSender) }
        sender = .idle
    }

    /// Drops the connection, and requests another.
    mutating func dropConnection(_ effects: inout [Effect]) {
        disconnect(&effects)
        isConnected = false
        effects.append(.reconnect)
    }

    mutating func request(
        _ call: Request.Call, for what: OutstandingRequest, at now: Duration,
        _ effects: inout [Effect]
    ) {
        lastRequest += 1
        awaited[lastRequest] = (what, now)
        effects.append(.send(Request(id: lastRequest, call: call)))
    }

    /// Requests what is missing; if a sync is under way, once more after its reply, which may be
    /// too old for this one's reason.
    mutating func sync(at now: Duration, _ effects: inout [Effect]) {
        guard fetching == nil, !isAwaiting(.synced) else {
            isSyncDue = true
            return
        }
        isSyncDue = false
        revisionAtRequest.sync = seenRevision
        // No epoch is "none", so the daemon answers with a snapshot.
        let call = Request.Call.sync(
            scene: scene, epoch: needsSnapshot ? .none : confirmed.epoch,
            revision: needsSnapshot ? .zero : confirmed.revision,
            oldestBase: needsSnapshot ? nil : confirmedOldestBase)
        requestsSnapshot = needsSnapshot
        request(call, for: .synced, at: now, &effects)
    }

    /// Syncs again after a reply without progress: at once, or with the next tick after many.
    mutating func syncAnew(at now: Duration, _ effects: inout [Effect]) {
        repliesWithoutProgress += 1
        guard repliesWithoutProgress <= MirrorLimits.repliesWithoutProgress else {
            isSyncDue = true
            return
        }
        sync(at: now, &effects)
    }

    func isAwaiting(_ what: OutstandingRequest) -> Bool {
        awaited.values.contains { $0.what == what }
    }

    mutating func tick(at now: Duration, _ effects: inout [Effect]) {
        let pause = lastTick.map { now - $0 } ?? .zero
        lastTick = now
        if pause > MirrorLimits.standstill {
            // The process stood still (suspended, stopped): replies are late for that reason, and
            // the feed may have lost messages.
            for id in awaited.keys { awaited[id]?.since = now }
            if welcome != nil { presence(at: now, &effects) }
        }
        if awaited.values.contains(where: { now - $0.since > MirrorLimits.replyTimeout }) {
            return dropConnection(&effects)
        }
        if case .refused = status, isConnected, awaited.isEmpty, refusals.due <= now {
            sendHello(at: now, &effects)
        }
        guard let welcome else { return }
        if let requested = feedRequestedAt, !isFeedLive, now - requested > MirrorLimits.feedTimeout
        {
            feedRequestedAt = nil
        }
        let isBlocked = followsFeed && !isFeedLive && feedRequestedAt == nil
        let interval =
            isBlocked
            ? MirrorLimits.presenceIntervalWithoutFeed : MirrorLimits.presenceInterval
        if isSynced, followsFeed, now - lastPresence >= interval, retryNotBefore <= now {
            presence(at: now, &effects)
            if isBlocked { effects.append(.follow(welcome.feed, welcome.topic)) }
        }
        if let announcedRevision, announcedRevision.due <= now {
            self.announcedRevision = nil
            if confirmed.revision < announcedRevision.revision { isSyncDue = true }
        }
        if !isSynced || isSyncDue, fetching == nil, !isAwaiting(.synced), retryNotBefore <= now {
            sync(at: now, &effects)
        }
        if case .backingOff(let until) = sender, until <= now { sender = .active }
    }

    /// Handles the daemon's refusal of this client: it retries later, and pending changes are kept.
    mutating func takeRefusal(
        _ failure: Failure, at now: Duration, _ effects: inout [Effect]
    ) {
        disconnect(&effects)
        status = .refused(failure)
        let count = failure.isTransient ? 0 : refusals.count + 1
        let pause = MirrorLimits.refusedBackoff * (1 << min(max(0, count - 1), 6))
        let due = now + min(pause, MirrorLimits.longestRefusedBackoff)
        refusals = (count, max(due, retryNotBefore))
    }

    private mutating func presence(at now: Duration, _ effects: inout [Effect]) {
        guard !isAwaiting(.heads) else { return }
        lastPresence = now
        revisionAtRequest.presence = seenRevision
        let position = MirrorPosition(
            epoch: confirmed.epoch, revision: confirmed.revision, oldestBase: confirmedOldestBase)
        request(.presence(scene: scene, at: position), for: .heads, at: now, &effects)
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
            let (what, since) = awaited.removeValue(forKey: reply.id)
        else { return }
        switch (what, reply.result) {
        case (.welcome, .welcome(let welcome)):
            applyWelcome(welcome, since: since, at: now, &effects)
        case (.synced, .synced(let synced)):
            recordServerTime(synced.time, since: since, at: now)
            // Until the daemon has named its store, the reply can't be attributed to one.
            if welcome == nil { isSyncDue = true } else { take(synced, at: now, &effects) }
        case (.snapshotPart, .snapshotContent(let offset, let content)):
            take(content, at: offset, now, &effects)
        case (.heads, .heads(let heads, let topic, let time)):
            recordServerTime(time, since: since, at: now)
            take(heads, topic, at: now, &effects)
        case (.receipt(let sequence), .receipt(let receipt)) where receipt.sequence == sequence:
            take(receipt, for: sequence, &effects)
        case (let what, .failure(let failure)):
            take(failure, for: what, at: now, &effects)
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
        if isSameFeed != true { isFeedLive = false }
        self.welcome = welcome
        role = welcome.role
        recordServerTime(welcome.time, since: since, at: now)
        lastPresence = now
        if isSyncDue, !isSynced, fetching == nil { sync(at: now, &effects) }
        guard followsFeed else { return }
        if !isFeedLive { feedRequestedAt = now }
        effects.append(.follow(welcome.feed, welcome.topic))
    }

    /// Records daemon time, as of the middle between request and reply.
    private mutating func recordServerTime(_ time: Timestamp, since: Duration, at now: Duration) {
        clockOffset = time.rawValue &- (since.microseconds &+ now.microseconds) / 2
    }

    /// Returns a wait with random jitter, up to half of it, different each time and for each
    /// device: clients that back off at one moment don't return at one.
    private func spread(_ wait: Duration) -> Duration {
        let mixed = (hello.device.low ^ lastRequest) &* 0x9E37_79B9_7F4A_7C15
        return wait + wait * Double(mixed >> 40) / Double(1 << 25)
    }

    private mutating func take(
        _ heads: [Head], _ topic: Topic, at now: Duration, _ effects: inout [Effect]
    ) {
        if let welcome, welcome.topic != topic, !isAwaiting(.welcome) {
            request(.hello(hello), for: .welcome, at: now, &effects)
        }
        for head in heads where head.scene == scene {
            if head.epoch == confirmed.epoch, head.revision < revisionAtRequest.presence {
                // The daemon no longer has revisions that it had sent: the sync will show it.
                sync(at: now, &effects)
            } else {
                compare(with: head, at: now, &effects)
            }
        }
    }

    private mutating func take(
        _ failure: Failure, for what: OutstandingRequest, at now: Duration,
        _ effects: inout [Effect]
    ) {
        if failure.code == .busy, let wait = failure.retryAfter {
            retryNotBefore = now + min(spread(wait), MirrorLimits.longestBusyBackoff)
        }
        switch (what, failure.code) {
        case (_, .helloFirst) where repliesWithoutProgress < MirrorLimits.repliesWithoutProgress:
            repliesWithoutProgress += 1
            connect(at: now, &effects)
        case (_, .helloFirst):
            // Hello is refused.
            takeRefusal(failure, at: now, &effects)
        case (_, .revoked), (_, .damaged), (.welcome, _):
            // The change is not accepted, and not permanently refused either: it stays pending.
            // Waiters for the mirror are resumed at once.
            takeRefusal(failure, at: now, &effects)
        case (.receipt(let sequence), _):
            takeRefusal(failure, of: sequence, at: now, &effects)
        case (.snapshotPart, .snapshotGone):
            fetching = nil
            syncAnew(at: now, &effects)
        case (.snapshotPart, _), (.synced, _):
            // Busy or unavailable: the next tick retries.
            fetching = nil
            isSyncDue = true
        case (.heads, _):
            lastPresence = now - MirrorLimits.presenceInterval + MirrorLimits.tick
        }
    }
}

extension Failure {
    /// A Boolean value indicating whether a retry may well succeed.
    fileprivate var isTransient: Bool { code == .busy || code == .unavailable }
}
