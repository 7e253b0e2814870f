internal import NavigationModel
internal import NavigationWire

/// Fairness under load: each sender has a fair share of a batch, and none exceeds its rate.
extension DaemonCore {
    /// The number of operations of one sender that the open batch accepts.
    private var share: Int {
        guard contenders.count > 1 else { return DaemonLimits.share }
        return max(1, DaemonLimits.contendedShare / contenders.count)
    }

    /// Returns a Boolean value indicating whether a change fits its sender's share of the open
    /// batch.
    func fitsBatch(_ submission: Submission) -> Bool {
        backlog.count(of: submission.share) == 0 && isWithinShare(submission.share)
            && batches.inFlight(of: submission.share) < UserLimits.inFlight
    }

    private func isWithinShare(_ sender: FairnessKey) -> Bool {
        // A change longer than a share is accepted while none of its sender is in flight.
        let written = batches.inFlight?.entries.sum(of: sender) ?? 0
        return batches.open.entries.sum(of: sender) < share
            && (written <= share || contenders.count == 1)
            && batches.open.entries.count < DaemonLimits.batch
            && batches.open.entries.length < DaemonLimits.batchLength
    }

    /// Adds a change to its sender's backlog, within the sender's limit.
    mutating func queue(_ submission: Submission) throws(RequestError) {
        let count = batches.inFlight(of: submission.share) + backlog.count(of: submission.share)
        guard count < UserLimits.inFlight else {
            throw .refused(
                .busy(
                    "\(UserLimits.inFlight) changes of this connection are not answered yet: wait"))
        }
        guard hasRoom(for: submission.inbound), backlog.hasRoom(for: submission.inbound) else {
            throw .refused(
                .busy("the changes that are not answered yet are too many bytes: wait"))
        }
        backlog.add(submission.inbound)
    }

    /// Drains the backlog round-robin within each fair share.
    mutating func drainBacklog(at now: ClockReading, _ effects: inout [Effect]) {
        var isProgressing = backlog.senders > 0
        while isProgressing {
            isProgressing = false
            for sender in backlog.order where isWithinShare(sender) {
                guard let inbound = backlog.take(sender) else { continue }
                isProgressing = true
                handle(inbound, isInTurn: true, at: now, &effects)
            }
        }
    }
}

extension DaemonCore {
    /// Counts a request against its client's rate; returns `false` if it was refused for that.
    mutating func meter(
        _ bytes: [UInt8], from peer: Peer, at now: ClockReading, _ effects: inout [Effect]
    ) -> Bool {
        let source = FairnessKey(asking: peer, owner: identity.owner)
        let price = Price.request(ofLength: bytes.count)
        switch requestMeter.take(source, price: price, at: now.uptime) {
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
        requestMeter.charge(FairnessKey(asking: peer, owner: identity.owner), price)
    }

    /// Counts a change against its device's rate; throws if it is over it.
    mutating func meter(
        _ submit: SubmitRequest, of session: Session, at peer: Peer, _ now: ClockReading,
        _ effects: inout [Effect]
    ) throws(RequestError) {
        contenders.note(FairnessKey(peer), at: now.uptime)
        if maintenance.measureDue <= now.uptime {
            maintenance.measureDue = now.uptime + DaemonLimits.measureInterval
            effects.append(.measure)
        }
        let price = Price.change(ofLength: submit.change.count)
        switch changeMeter.take(session.participant, price: price, at: now.uptime) {
        case .allowed: break
        case .retryAfter(let wait):
            metrics.changesOverRate += 1
            throw .refused(.rateLimited(wait))
        case .rateLimitIgnored:
            metrics.changesOverRate += 1
            effects.append(.disconnect(peer))
            throw .refused(.rateLimited(DaemonLimits.retryAfterDisconnect))
        }
    }
}

extension Failure {
    /// The rate limit is exceeded.
    static func rateLimited(_ wait: Duration) -> Failure {
        Failure(
            .busy, "more often than this daemon takes it: wait as long as it says",
            retryAfter: wait.roundedUpToMilliseconds)
    }
}

extension Duration {
    /// Whole milliseconds, as they go over the wire.
    fileprivate var roundedUpToMilliseconds: Duration {
        .milliseconds((microseconds + 999) / 1_000)
    }
}
