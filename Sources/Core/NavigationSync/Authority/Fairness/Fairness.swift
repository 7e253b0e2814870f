internal import NavigationModel
internal import NavigationWire

/// Fairness under load: each sender has a fair share of a batch, none exceeds its rate, and no user's
/// scenes exceed their quotas.
struct Fairness: Sendable {
    /// The local user that the daemon runs as.
    private let daemonUID: UInt32
    /// The rate limits of clients. When they change all clients begin with a full burst.
    var rates: RateLimits {
        didSet {
            changes = RateLimiter(rates.changes)
            requests = RateLimiter(rates.requests)
        }
    }
    private var changes: RateLimiter<Sessions.UserDevice>
    private var requests: RateLimiter<FairnessKey>
    /// The senders that share a batch.
    private var writers = ActiveWriters()
    /// Changes beyond their senders' fair share of the open batch.
    private(set) var backlog = Backlog()
    /// The storage quotas for scenes, in bytes.
    var storage: StorageQuotas
    /// Bytes of the database in use, as last measured.
    var storageUsed = 0
    /// The time from which the next change triggers measuring the database's size.
    private var measureDue = Duration.zero

    init(_ rates: RateLimits, _ storage: StorageQuotas, daemonUID: UInt32) {
        self.rates = rates
        changes = RateLimiter(rates.changes)
        requests = RateLimiter(rates.requests)
        self.storage = storage
        self.daemonUID = daemonUID
    }

    // MARK: Rates

    /// Counts a request against its client's rate; returns `false` if it was refused for that.
    mutating func meter(
        _ bytes: [UInt8], from peer: Peer, at now: Duration, _ metrics: inout DaemonMetrics,
        _ effects: inout [DaemonCore.Effect]
    ) -> Bool {
        let source = FairnessKey(asking: peer, owner: daemonUID)
        let price = Price.request(ofLength: bytes.count)
        switch requests.take(source, price: price, at: now) {
        case .allowed:
            return true
        case .retryAfter(let wait):
            // Not decoded any further: a refusal has to be cheap.
            metrics.requestsOverRate += 1
            let id = Request.id(ofUnreadable: bytes)
            effects.append(.reply(Reply(id: id, result: .failure(.rateLimited(wait))), to: peer))
        case .rateLimitIgnored:
            metrics.requestsOverRate += 1
            effects.append(.disconnect(peer))
        }
        return false
    }

    /// Charges the cost of a request beyond its frame, once it is known.
    mutating func charge(_ peer: Peer, _ price: Int64) {
        guard price > 0 else { return }
        requests.charge(FairnessKey(asking: peer, owner: daemonUID), price)
    }

    /// Counts a change against its device's rate; throws if it is over it.
    mutating func meter(
        _ inbound: InboundRequest, _ submit: SubmitRequest, of session: Session, _ now: Duration,
        _ metrics: inout DaemonMetrics, _ effects: inout [DaemonCore.Effect]
    ) throws(RequestError) {
        writers.note(inbound.sender, at: now)
        if measureDue <= now {
            measureDue = now + DaemonLimits.measureInterval
            effects.append(.measure)
        }
        let price = Price.change(ofLength: submit.change.count)
        switch changes.take(session.participant, price: price, at: now) {
        case .allowed: break
        case .retryAfter(let wait):
            metrics.changesOverRate += 1
            throw .refused(.rateLimited(wait))
        case .rateLimitIgnored:
            metrics.changesOverRate += 1
            effects.append(.disconnect(inbound.peer))
            throw .refused(.rateLimited(DaemonLimits.retryAfterDisconnect))
        }
    }

    /// Charges the steps of an executed change beyond its price.
    mutating func charge(_ session: Session, steps: Int) {
        let price = Price.steps(steps)
        if price > 0 { changes.charge(session.participant, price) }
    }

    // MARK: Shares

    /// The number of operations of one sender that the open batch accepts.
    private var share: Int { max(1, DaemonLimits.share / max(1, writers.count)) }

    /// Returns a Boolean value indicating whether a change fits its sender's share of the open
    /// batch.
    func fits(_ submission: Submission, _ batches: GroupCommit) -> Bool {
        backlog.count(of: submission.share) == 0 && isWithinShare(submission.share, batches)
            && batches.inFlight(of: submission.share) < UserLimits.inFlight
    }

    /// Returns a Boolean value indicating whether a sender may add more to the open batch.
    func isWithinShare(_ sender: FairnessKey, _ batches: GroupCommit) -> Bool {
        // A change longer than a share is accepted while none of its sender is in flight.
        let written = batches.inFlight?.entries.sum(of: sender) ?? 0
        return batches.open.entries.sum(of: sender) < share
            && (written <= share || writers.count == 1)
            && batches.open.entries.count < DaemonLimits.batch
            && batches.open.entries.length < DaemonLimits.batchLength
    }

    /// Adds a change to its sender's backlog, within the sender's limit.
    mutating func queue(
        _ submission: Submission, _ batches: GroupCommit, hasRoom: Bool
    ) throws(RequestError) {
        let count = batches.inFlight(of: submission.share) + backlog.count(of: submission.share)
        guard count < UserLimits.inFlight else {
            throw .refused(
                .busy(
                    "too many changes in flight",
                    advice: "wait for one of the \(UserLimits.inFlight) receipts"
                ))
        }
        guard hasRoom, backlog.hasRoom(for: submission.inbound) else {
            throw .refused(
                .busy("too many bytes of changes in flight", advice: "wait for their receipts"))
        }
        backlog.add(submission.inbound)
    }

    /// Removes and returns the next change of a sender from the backlog.
    mutating func take(_ sender: FairnessKey) -> InboundRequest? { backlog.take(sender) }
}

extension Fairness {
    // MARK: Quotas

    /// Throws if a change would exceed a quota.
    ///
    /// - Parameters:
    ///   - sceneCost: bytes that the scene's state takes in memory.
    ///   - stored: bytes that the user's scenes take on disk.
    func checkQuotas(
        for change: Change, _ submission: Submission, _ sceneCost: Int, stored: Int,
        _ metrics: inout DaemonMetrics
    ) throws(RequestError) {
        let length = submission.submit.change.count
        guard !change.onlyTakesAway else { return }
        if sceneCost + length > storage[.sceneMemory] {
            metrics.overQuota[.sceneMemory] += 1
            throw .refused(
                Failure(
                    .limitExceeded,
                    "scene \(submission.key.scene) \(excess(.sceneMemory))",
                    advice: "remove something first"
                ))
        }
        if stored + length > storage[.userStorage] {
            metrics.overQuota[.userStorage] += 1
            throw .refused(
                Failure(
                    .unavailable,
                    "user \(submission.key.user) \(excess(.userStorage)): the change stays pending "
                        + "until space is freed", retryAfter: DaemonLimits.afterQuota))
        }
        if storageUsed > storage[.storage] {
            metrics.overQuota[.storage] += 1
            throw .refused(
                Failure(
                    .unavailable,
                    "the daemon \(excess(.storage)): the change stays pending until space is freed",
                    retryAfter: DaemonLimits.afterQuota))
        }
    }

    private func excess(_ kind: StorageQuotas.Kind) -> String {
        "would exceed limits.\(kind), \(storage[kind]) bytes"
    }

    /// Returns the retention of a user's scenes: the fuller its quota, the shorter the log.
    func shortened(_ policy: RetentionPolicy, _ usage: UserUsage?) -> RetentionPolicy {
        var retention = policy
        let quota = storage[.userStorage]
        guard let usage, usage.length > quota / 2 else {
            return retention
        }
        let share = quota / 4 / max(1, usage.scenes.count)
        retention.historyLength = min(retention.historyLength, share)
        return retention
    }
}

extension Failure {
    /// The rate limit is exceeded.
    static func rateLimited(_ wait: Duration) -> Failure {
        let wait = wait.roundedUpToMilliseconds
        return Failure(
            .busy, "rate limit exceeded", advice: "retry after \(wait.microseconds / 1_000) ms",
            retryAfter: wait)
    }
}

extension Duration {
    /// Whole milliseconds, as they go over the wire.
    fileprivate var roundedUpToMilliseconds: Duration {
        .milliseconds((microseconds + 999) / 1_000)
    }
}
